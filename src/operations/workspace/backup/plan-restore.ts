import type { MemoryReader } from '../../../ports/store/read.js'
import type { Batch } from '../../../ports/store/write.js'
import type { LineOutcome } from '../../import-export/import-memories.js'
import type { IncomingMemory, IncomingSettings } from '../../import-export/incoming-memory.js'
import { indexedVersion } from '../../import-export/line-batch.js'
import { parseLines } from '../../import-export/parse-lines.js'
import { Planner, type PlannerStore } from '../../import-export/planner.js'
import { textLines } from '../../import-export/text-lines.js'
import type { Using } from '../../machinery/operation-context.js'
import { Refusal } from '../../machinery/refusal.js'
import { callerTrust, indexAll } from '../../writing/write-memory.js'
import { maxErrors, toErrors } from './import-result.js'

/**
 * GWT15: plans all lines as one batch, for a store without the memories in `gone`. One bad line fails the whole.
 */
export async function planReplacement(
  jsonl: string,
  settings: Omit<IncomingSettings, 'now'>,
  gone: ReadonlySet<string>,
  context: Using<MemoryReader, 'clock' | 'signal' | 'embedder' | 'tokenSpace' | 'access'>,
): Promise<{ readonly outcomes: readonly LineOutcome[]; readonly batch: Omit<Batch, 'at'> }> {
  const now = context.clock.now()
  const isRemote = callerTrust(context) === 'remote'
  const parsed = await parseLines(textLines(jsonl), { ...settings, isRemote, now }, context)
  const errors = toErrors(parsed.flatMap((each) => ('what' in each ? [each] : [])))
  if (errors.length > 0) {
    const lines = errors.length === 1 ? 'a line is bad' : `${errors.length} lines are bad`
    throw new Refusal({
      error: `${lines}; nothing was changed`,
      error_count: errors.length,
      errors: errors.slice(0, maxErrors),
    })
  }
  const arrivals = parsed.flatMap((each) => ('what' in each ? [] : [each]))
  const indexed = await indexAll(arrivals.map(indexedVersion), context)
  const indexOf = new Map(arrivals.map((arrival, place) => [arrival, indexed[place]]))
  const planner = new Planner(without(gone, context.memories), settings.caller)
  // Every arrival was indexed above.
  const plan = await planner.plan(arrivals, async (arrival: IncomingMemory) => indexOf.get(arrival)!)
  const unconnected = plan.unconnected.map(({ line, edge }) => ({
    line,
    what: 'unconnected' as const,
    id: edge.other,
  }))
  return { outcomes: [...plan.outcomes, ...unconnected], batch: plan.batch }
}

/** The store as it will be without these memories. */
const without = (gone: ReadonlySet<string>, memories: MemoryReader): PlannerStore => ({
  async get(ids) {
    return (await memories.get(ids)).map((memory) => (memory !== undefined && gone.has(memory.id) ? undefined : memory))
  },
  async findDuplicates(probes) {
    return (await memories.findDuplicates(probes)).map((id) => (id !== undefined && gone.has(id) ? undefined : id))
  },
  async findByFacet(facet, values, filter) {
    return (await memories.findByFacet(facet, values, filter)).filter(({ id }) => !gone.has(id))
  },
})
