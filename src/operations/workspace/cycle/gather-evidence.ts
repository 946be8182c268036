import type { StoredMemory } from '../../../memory/memory.js'
import { fuseRankings } from '../../../memory/recall/ranking/fuse-rankings.js'
import { partsOf } from '../../../memory/workspace/planners/semantic-planner.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import type { Caller } from '../../machinery/caller.js'
import type { Recalling, Using } from '../../machinery/operation-context.js'
import { rankFor } from './look-up.js'

/** GWT20: how many memories an answer's evidence holds at most. */
export const maxEvidence = 20

/** How deep each ranking is read. */
const depth = 100
/** The first memories found, whose own words find what the question does not name: a name, a place, the next instalment. */
const leads = 3
const maxLeadCharacters = 1_000
/** Of what a part of the question finds, the first places: those that are about nothing else. */
const partDepth = 20
const partWeight = 0.4
/** Measured on the development worlds (`npm run bench:reading -- --parts prose`): .2 to .5 differ by two hundredths. */
const leadWeight = 0.4

export type EvidenceContext = Using<MemorySearch & MemoryReader, Recalling | 'clock'>

/**
 * GWT20: what is needed to work an answer out, by relevance: the memories found for the question (`found`, best first),
 * near to the first of those, and for what the question names.
 */
export async function gatherEvidence(
  question: string,
  found: readonly string[],
  most: number,
  context: EvidenceContext,
  caller: Caller,
): Promise<readonly StoredMemory[]> {
  const first = await context.memories.get(found.slice(0, leads))
  const rank = async (query: string, deep: number) => (await rankFor({ query }, context, caller)).ids.slice(0, deep)
  const near = first.flatMap((memory) =>
    memory === undefined ? [] : [rank(memory.text.slice(0, maxLeadCharacters), depth)],
  )
  const parts = partsOf(question).map((part) => rank(part, partDepth))
  const ids = fuseRankings([
    { ids: found.slice(0, depth), weight: 1 },
    ...(await Promise.all(near)).map((ids) => ({ ids, weight: leadWeight })),
    ...(await Promise.all(parts)).map((ids) => ({ ids, weight: partWeight })),
  ])
  const stored = await context.memories.get(ids.slice(0, most))
  // Undefined if another process erased it after the ranking.
  return stored.filter((memory) => memory !== undefined)
}
