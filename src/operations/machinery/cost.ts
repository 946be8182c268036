import type { Effect } from '../../memory/access/permission.js'
import type { Operation } from './operation.js'

/** Erasing rewrites files, and writing waits for the disk. */
const costs: Readonly<Record<Effect, number>> = { read: 1, write: 2, erase: 10 }

/** COM10: what a call takes from the buckets of its key and tenant. */
export const costOf = ({ effect, cost }: Pick<Operation, 'effect' | 'cost'>): number => cost ?? costs[effect]

/** The cost of an operation that may read or write everything there is. */
export const wholeStoreCost = 20
