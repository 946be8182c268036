import { type ErrorCode, WorldWeaverError } from '../../errors.js'
import { StoreConflict } from '../../ports/memory-store.js'

/** An error on its way between threads: a message keeps neither its class nor its code. */
export interface ThreadError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly code?: ErrorCode
}

export function toThreadError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, code: error instanceof WorldWeaverError ? error.code : undefined }
}

export function fromThreadError({ name, message, stack, code }: ThreadError): Error {
  const error = revived(name, message, code)
  if (stack !== undefined) error.stack = stack
  return error
}

function revived(name: string, message: string, code: ErrorCode | undefined): Error {
  if (name === 'StoreConflict') return new StoreConflict(message)
  return code === undefined ? new Error(message) : new WorldWeaverError(code, message)
}
