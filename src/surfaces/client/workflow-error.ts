import { type ErrorCode, WorldWeaverError } from '../../errors.js'

const codes = {
  INVALID_REQUEST: 'validation_error',
  WORKFLOW_BUSY: 'validation_error',
  WORKFLOW_NOT_FOUND: 'not_found',
  MESSAGE_NOT_FOUND: 'not_found',
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  RATE_LIMITED: 'rate_limited',
  TIMEOUT: 'timeout',
  SUBQUERY_ERROR: 'internal_error',
  RETRIEVAL_ERROR: 'internal_error',
  SERVER_RESTART: 'internal_error',
  INTERNAL_ERROR: 'internal_error',
} as const satisfies Readonly<Record<string, ErrorCode>>

/** WFL7: error codes of the workflow door. */
export type WorkflowReason = keyof typeof codes

/** Adds the workflow door's code, which is more specific: a busy conversation, for example, has no code in COM8. */
export class WorkflowError extends WorldWeaverError {
  readonly reason: WorkflowReason

  constructor(reason: WorkflowReason, message: string, retryAfter?: number) {
    super(codes[reason], message, retryAfter === undefined ? {} : { retryAfter })
    this.reason = reason
  }
}

export const isReason = (value: unknown): value is WorkflowReason =>
  typeof value === 'string' && Object.hasOwn(codes, value)
