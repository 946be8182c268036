import { WorldWeaverError } from '../../errors.js'
import { StoreUnavailable } from '../../ports/store/errors.js'
import type { OperationContext } from './operation-context.js'

/** Logs the cause under a reference; the caller gets the reference (COM8), and the store's advice if there is any. */
export function toInternalError(
  error: unknown,
  operation: string,
  { log }: Pick<OperationContext, 'log'>,
): WorldWeaverError {
  const reference = crypto.randomUUID().slice(0, 8)
  log.error('operation failed', { reference, operation, error })
  const what = error instanceof StoreUnavailable ? error.message : 'Something went wrong on our side'
  return new WorldWeaverError('internal_error', `${what}. Reference: ${reference}`, { cause: error })
}
