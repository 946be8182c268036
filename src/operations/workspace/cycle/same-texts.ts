import { canonicalWording } from '../../../memory/consolidation/wording.js'
import type { StoredMemory } from '../../../memory/memory.js'
import { cosine } from '../../../memory/recall/ranking/cosine.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { Caller } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { runInSlices } from '../../machinery/run-in-slices.js'
import { holds } from './views.js'

/** WSP4, CON2. */
const minCosine = 0.95

/** For each memory, by id, the others whose text says the same. */
export type SameTexts = ReadonlyMap<string, readonly string[]>

/** WSP4: texts of a cosine of at least 0.95 with the same words, numbers, names and negations. */
export async function findSameTexts(
  memories: readonly Pick<StoredMemory, 'id' | 'text'>[],
  vectorOf: ReadonlyMap<string, Int8Array | undefined>,
  context: Using<unknown, 'signal'>,
): Promise<SameTexts> {
  const same = new Map<string, string[]>()
  const wordings = new Map<string, string>()
  for (const [at, a] of memories.entries()) {
    for (const b of memories.slice(at + 1)) {
      if (a.id === b.id || !(await saySame(a, b))) continue
      same.set(a.id, [...(same.get(a.id) ?? []), b.id])
      same.set(b.id, [...(same.get(b.id) ?? []), a.id])
    }
  }
  return same

  async function saySame(a: Pick<StoredMemory, 'id' | 'text'>, b: Pick<StoredMemory, 'id' | 'text'>): Promise<boolean> {
    if (a.text === b.text) return true
    const [x, y] = [vectorOf.get(a.id), vectorOf.get(b.id)]
    if (x === undefined || y === undefined || cosine(x, y) < minCosine) return false
    return (await wordingOf(a)) === (await wordingOf(b))
  }

  async function wordingOf({ id, text }: Pick<StoredMemory, 'id' | 'text'>): Promise<string> {
    const known = wordings.get(id) ?? (await runInSlices(canonicalWording(text), context))
    wordings.set(id, known)
    return known
  }
}

/** The same for memories that are about to enter the slots, and those that are in them. */
export async function sameTextsAmong(
  ids: readonly string[],
  context: Using<MemoryReader, 'embedder' | 'signal'>,
  caller: Caller,
): Promise<SameTexts> {
  const distinct = [...new Set(ids)]
  const [stored, vectors] = await Promise.all([
    context.memories.get(distinct),
    context.memories.vectors(distinct, context.embedder.identity),
  ])
  const held = stored.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory] : []))
  return findSameTexts(held, new Map(distinct.map((id, place) => [id, vectors[place]])), context)
}
