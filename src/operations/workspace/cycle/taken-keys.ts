import type { MemoryType } from '../../../memory/import-export/memory-type.js'
import { entityKey } from '../../../memory/semantic/entity.js'
import { draftMemory } from '../../../memory/workspace/memory-draft.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { Using } from '../../machinery/operation-context.js'

/** Names per lookup. */
const batchSize = 50

/** WSP1: the candidate names of a fact that other facts already have. */
export async function takenKeys(
  type: MemoryType,
  content: string,
  tags: readonly string[],
  { session, project }: { readonly session: string; readonly project: string | null },
  { memories }: Using<MemoryReader>,
): Promise<ReadonlySet<string>> {
  if (type !== 'semantic') return new Set()
  const name = String(draftMemory(type, content, tags).facets.name)
  const taken = new Set<string>()
  for (let first = 1; taken.size === first - 1; first += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, place) => first + place)
    const keys = numbers.map((number) => entityKey(number === 1 ? name : `${name} (${number})`, 'FACT'))
    const found = await memories.findByFacet('key', keys, { session, ofProject: project, kinds: ['entity'] })
    for (const { value } of found) taken.add(value)
  }
  return taken
}
