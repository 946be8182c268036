import { WorldWeaverError } from '../../../errors.js'
import type { StoredVector } from '../../../ports/store/write.js'
import type { TransactionCounters } from './transaction-counters.js'

/** The model must have been looked up before. */
export function modelIdOf({ model, values }: StoredVector, counters: TransactionCounters): number {
  const { id, dimensions } = counters.modelOf(model, values.length)
  if (dimensions === values.length) return id
  throw new WorldWeaverError(
    'internal_error',
    `a vector of ${values.length} dimensions by ${model}, which has ${dimensions}`,
  )
}
