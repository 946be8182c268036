import { type ErrorCode, WorldWeaverError } from '../../errors.js'

const statuses = {
  validation_error: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
  timeout: 504,
} as const satisfies Readonly<Record<ErrorCode, number>>

type Status = (typeof statuses)[ErrorCode] | 405 | 413 | 415

/** An error for which HTTP has a more specific status than its code. */
export class HttpError extends WorldWeaverError {
  readonly status: Status

  constructor(status: Status, message: string, field?: string) {
    super('validation_error', message, field === undefined ? {} : { field })
    this.status = status
  }
}

/** The HTTP status of COM8's codes. */
export const statusOf = (error: WorldWeaverError): Status =>
  error instanceof HttpError ? error.status : statuses[error.code]
