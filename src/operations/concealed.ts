import { WorldWeaverError } from '../errors.js'
import type { OperationContext } from './operation-context.js'

/** The cause stays in the log; the caller gets a number to find it by (COM8). */
export function concealed(error: unknown, operation: string, { log }: Pick<OperationContext, 'log'>): WorldWeaverError {
  const reference = crypto.randomUUID().slice(0, 8)
  log.error('operation failed', { reference, operation, error })
  return new WorldWeaverError('internal_error', `Something went wrong on our side. Reference: ${reference}`, {
    cause: error,
  })
}
