import type { ErrorCode, WorldWeaverError } from '../../errors.js'
import { WorkflowRefusal } from '../../operations/workflow/advance.js'
import { HttpError } from './http-error.js'

type Status = 400 | 401 | 403 | 404 | 409 | 415 | 429 | 500 | 503 | 504

/** Paths whose errors have WFL7's shape. */
export const isWorkflowPath = (path: string): boolean => /^\/workflow(?:[/?]|$)/.test(path)

/** WFL7: an error of the workflow door. */
export interface WorkflowError {
  readonly status: Status
  readonly body: { readonly detail: string; readonly code: string }
}

export const workflowError = (status: Status, code: string, detail: string): WorkflowError => ({
  status,
  body: { detail, code },
})

const codes: Readonly<Record<ErrorCode, readonly [Status, string]>> = {
  validation_error: [400, 'INVALID_REQUEST'],
  not_found: [404, 'WORKFLOW_NOT_FOUND'],
  rate_limited: [429, 'RATE_LIMITED'],
  timeout: [504, 'TIMEOUT'],
  internal_error: [500, 'INTERNAL_ERROR'],
  unauthorized: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
}

export function toWorkflowError(error: WorldWeaverError | WorkflowRefusal): WorkflowError {
  if (!(error instanceof WorkflowRefusal)) {
    const [status, code] = codes[error.code]
    const isMediaType = error instanceof HttpError && error.status === 415
    return workflowError(isMediaType ? 415 : status, code, error.message)
  }
  switch (error.code) {
    case 'WORKFLOW_NOT_FOUND':
      return workflowError(404, error.code, 'There is no such workflow')
    case 'MESSAGE_NOT_FOUND':
      return workflowError(404, error.code, 'The workflow has no such message')
    case 'WORKFLOW_BUSY':
    case 'RUN_LOST':
      return workflowError(409, 'WORKFLOW_BUSY', 'The workflow is busy with another message')
  }
}
