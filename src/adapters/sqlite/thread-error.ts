import { type ErrorCode, WorldWeaverError } from '../../errors.js'
import { StoreConflict, StoreTrouble } from '../../ports/memory-store.js'

/** An error on its way between threads: a message keeps neither its class nor its code. */
export interface ThreadError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly code?: ErrorCode
  /** Of trouble: what the log tells. */
  readonly cause?: ThreadError
}

export function toThreadError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  if (error instanceof StoreTrouble)
    return { name, message, stack, cause: error.cause === undefined ? undefined : toThreadError(error.cause) }
  return { name, message, stack, code: error instanceof WorldWeaverError ? error.code : undefined }
}

export function fromThreadError({ name, message, stack, code, cause }: ThreadError): Error {
  const error = revived(name, message, code, cause)
  if (stack !== undefined) error.stack = stack
  return error
}

function revived(name: string, message: string, code: ErrorCode | undefined, cause: ThreadError | undefined): Error {
  if (name === 'StoreTrouble') return new StoreTrouble(message, cause && { cause: fromThreadError(cause) })
  if (name === 'StoreConflict') return new StoreConflict(message)
  return code === undefined ? new Error(message) : new WorldWeaverError(code, message)
}
