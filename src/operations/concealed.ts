import { WorldWeaverError } from '../errors.js'
import { StoreTrouble } from '../ports/memory-store.js'
import type { OperationContext } from './operation-context.js'

/** The cause stays in the log; the caller gets a number to find it by (COM8), and advice where there is some. */
export function concealed(error: unknown, operation: string, { log }: Pick<OperationContext, 'log'>): WorldWeaverError {
  const reference = crypto.randomUUID().slice(0, 8)
  log.error('operation failed', { reference, operation, error })
  const what = error instanceof StoreTrouble ? error.message : 'Something went wrong on our side'
  return new WorldWeaverError('internal_error', `${what}. Reference: ${reference}`, { cause: error })
}
