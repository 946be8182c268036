import { type ErrorCode, WorldWeaverError } from '../../../errors.js'
import { StoreConflict, StoreUnavailable } from '../../../ports/store/errors.js'

/** An error on its way to another thread: `postMessage` keeps neither its class nor its code. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly code?: ErrorCode
  /** Of a `StoreUnavailable`: the reason, for the log. */
  readonly cause?: SentError
}

export function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  if (error instanceof StoreUnavailable)
    return { name, message, stack, cause: error.cause === undefined ? undefined : toSentError(error.cause) }
  return { name, message, stack, code: error instanceof WorldWeaverError ? error.code : undefined }
}

export function fromSentError({ name, message, stack, code, cause }: SentError): Error {
  const error = revived(name, message, code, cause)
  if (stack !== undefined) error.stack = stack
  return error
}

function revived(name: string, message: string, code: ErrorCode | undefined, cause: SentError | undefined): Error {
  if (name === 'StoreUnavailable') return new StoreUnavailable(message, cause && { cause: fromSentError(cause) })
  if (name === 'StoreConflict') return new StoreConflict(message)
  return code === undefined ? new Error(message) : new WorldWeaverError(code, message)
}
