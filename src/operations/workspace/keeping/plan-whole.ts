import type { Batch, MemoryStore } from '../../../ports/memory-store.js'
import type { Arrival, ArrivalSettings } from '../../moving/arrival.js'
import type { LineOutcome } from '../../moving/import-memories.js'
import { firstTold } from '../../moving/line-batch.js'
import { parseLines } from '../../moving/parse-lines.js'
import { type Looked, Planner } from '../../moving/planner.js'
import { textLines } from '../../moving/text-lines.js'
import type { OperationContext } from '../../operation-context.js'
import { Refusal } from '../../refusal.js'
import { indexAll } from '../../writing.js'
import { mostErrors, toErrors } from './taken-in.js'

/**
 * GWT15: everything that the lines say as one batch, for a store from which these ids are gone. One bad line refuses
 * them all.
 */
export async function planWhole(
  jsonl: string,
  settings: Omit<ArrivalSettings, 'now'>,
  gone: ReadonlySet<string>,
  context: OperationContext,
): Promise<{ readonly outcomes: readonly LineOutcome[]; readonly batch: Omit<Batch, 'at'> }> {
  const now = context.clock.now()
  const parsed = await parseLines(textLines(jsonl), { ...settings, now }, context)
  const errors = toErrors(parsed.flatMap((each) => ('what' in each ? [each] : [])))
  if (errors.length > 0) {
    const lines = errors.length === 1 ? 'a line is bad' : `${errors.length} lines are bad`
    throw new Refusal({
      error: `${lines}; nothing was changed`,
      error_count: errors.length,
      errors: errors.slice(0, mostErrors),
    })
  }
  const arrivals = parsed.flatMap((each) => ('what' in each ? [] : [each]))
  const indexed = await indexAll(arrivals.map(firstTold), context)
  const indexOf = new Map(arrivals.map((arrival, place) => [arrival, indexed[place]]))
  const planner = new Planner(without(gone, context.memories), settings.caller)
  // Every arrival was indexed above.
  const plan = await planner.plan(arrivals, async (arrival: Arrival) => indexOf.get(arrival)!)
  const unconnected = plan.unconnected.map(({ line, edge }) => ({
    line,
    what: 'unconnected' as const,
    id: edge.other,
  }))
  return { outcomes: [...plan.outcomes, ...unconnected], batch: plan.batch }
}

/** The store as it will be when these are gone, for whoever plans what takes their place. */
const without = (gone: ReadonlySet<string>, memories: MemoryStore): Looked => ({
  async get(ids) {
    return (await memories.get(ids)).map((memory) => (memory !== undefined && gone.has(memory.id) ? undefined : memory))
  },
  async findTold(told) {
    return (await memories.findTold(told)).map((id) => (id !== undefined && gone.has(id) ? undefined : id))
  },
  async findByFacet(facet, values, filter) {
    return (await memories.findByFacet(facet, values, filter)).filter(({ id }) => !gone.has(id))
  },
})
