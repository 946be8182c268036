import type { MemoryType } from '../../memory/moving/memory-type.js'
import { entityKey } from '../../memory/semantic/entity.js'
import { keepContent } from '../../memory/workspace/kept-memory.js'
import type { OperationContext } from '../operation-context.js'

/** Names that are looked up at once. */
const namesAtOnce = 50

/** WSP1: of the names that the fact may get, those that another one has. */
export async function takenKeys(
  type: MemoryType,
  content: string,
  tags: readonly string[],
  { session, project }: { readonly session: string; readonly project: string | null },
  { memories }: OperationContext,
): Promise<ReadonlySet<string>> {
  if (type !== 'semantic') return new Set()
  const name = String(keepContent(type, content, tags).facets.name)
  const taken = new Set<string>()
  for (let first = 1; taken.size === first - 1; first += namesAtOnce) {
    const numbers = Array.from({ length: namesAtOnce }, (_, place) => first + place)
    const keys = numbers.map((number) => entityKey(number === 1 ? name : `${name} (${number})`, 'FACT'))
    const found = await memories.findByFacet('key', keys, { session, ofProject: project, kinds: ['entity'] })
    for (const { value } of found) taken.add(value)
  }
  return taken
}
