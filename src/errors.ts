/** The error codes of the contract. They are pinned, since clients depend on them. */
export const errorCodes = [
  'validation_error',
  'not_found',
  'rate_limited',
  'timeout',
  'internal_error',
  'unauthorized',
  'forbidden',
] as const

export type ErrorCode = (typeof errorCodes)[number]

interface WorldWeaverErrorOptions {
  readonly field?: string
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** The only error type that reaches a caller. */
export class WorldWeaverError extends Error {
  override readonly name = 'WorldWeaverError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, { field, retryAfter, cause }: WorldWeaverErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** What was thrown, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** COM8: exactly `{error, message, field?}`, and `retry_after` when waiting helps. */
export function toErrorBody({ code, message, field, retryAfter }: WorldWeaverError): Record<string, unknown> {
  return {
    error: code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  }
}

export const invalid = (field: string, message: string): WorldWeaverError =>
  new WorldWeaverError('validation_error', message, { field })

export const notFound = (what: string, field?: string): WorldWeaverError =>
  new WorldWeaverError('not_found', `${what} not found`, field === undefined ? {} : { field })
