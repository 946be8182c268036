import { quotedFrom } from '../../memory/consolidation/quote.js'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { derivedFrom, duplicateOf, versionOf } from '../../memory/semantic/links.js'
import type { MemoryStore } from '../../ports/memory-store.js'

/** What goes when these are forgotten, and what that does to the rest. */
export interface ErasurePlan {
  /** The asked, every version of them, and the duplicates that hide behind them. */
  readonly ids: readonly string[]
  /** What was derived from those and stands on nothing else, or speaks in their words, with what it had replaced. */
  readonly derivedIds: readonly string[]
  /** Of these, current ones that go for their words only, and live on in others. */
  readonly quoting: readonly Quoting[]
  /** Derived from what goes, step by step, and staying: each with the nearest of its grounds that goes. */
  readonly survivors: ReadonlyMap<string, string>
}

export interface Quoting {
  readonly memory: StoredMemory
  /** What it stands on besides. */
  readonly grounds: readonly string[]
}

export interface ErasureLimits {
  readonly keepsDerived: boolean
  /** COM3: what was derived out of the caller's sight is not theirs to erase. It is to be reviewed. */
  readonly mayErase: (memory: StoredMemory) => boolean
}

export async function planErasure(
  asked: readonly string[],
  { keepsDerived, mayErase }: ErasureLimits,
  memories: MemoryStore,
): Promise<ErasurePlan> {
  const ids = await reach(asked, (step) => sameAs(step, memories))
  const gone = new Set(ids)
  // What lives on in other words is still there to stand on.
  const quoting = new Map<string, Quoting>()
  for (let step = keepsDerived ? [] : [...ids]; step.length > 0; ) {
    const going = await findGoing(step, gone, memories, mayErase)
    for (const { memory, grounds } of going) {
      if (grounds.length > 0 && memory.validTo === null) quoting.set(memory.id, { memory, grounds })
      else quoting.delete(memory.id)
    }
    const withOlder = await reach(
      going.map(({ memory }) => memory.id),
      (each) => replacedBy(each, memories),
    )
    step = [...withOlder].filter((id) => !gone.has(id) && !quoting.has(id))
    for (const id of step) gone.add(id)
  }
  const erased = new Set([...gone, ...quoting.keys()])
  return {
    ids: [...ids],
    derivedIds: [...erased].slice(ids.size),
    quoting: [...quoting.values()],
    survivors: await findSurvivors(erased, memories),
  }
}

/** All that is reached step by step, the first included. */
async function reach(
  from: readonly string[],
  next: (step: readonly string[]) => Promise<readonly string[]>,
): Promise<Set<string>> {
  const reached = new Set(from)
  for (let step = [...reached]; step.length > 0; ) {
    step = [...new Set(await next(step))].filter((id) => !reached.has(id))
    for (const id of step) reached.add(id)
  }
  return reached
}

/** Versions before and after, and what hides behind. A duplicate that came out of hiding stands for itself. */
async function sameAs(ids: readonly string[], memories: MemoryStore): Promise<string[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [versionOf, duplicateOf])
  return edges.flatMap(({ type, source, target }) => {
    if (type === versionOf) return [source, target]
    return at.has(target) ? [source] : []
  })
}

/** Older versions only: what came after stands on grounds of its own. */
async function replacedBy(ids: readonly string[], memories: MemoryStore): Promise<string[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [versionOf, duplicateOf])
  return edges.flatMap(({ type, source, target }) => {
    if (type === versionOf) return at.has(source) ? [target] : []
    return at.has(target) ? [source] : []
  })
}

/** Of what was ever derived from these: what stands on nothing else, or says what one of the gone said; on what else. */
async function findGoing(
  ids: readonly string[],
  gone: ReadonlySet<string>,
  memories: MemoryStore,
  mayErase: ErasureLimits['mayErase'],
): Promise<Quoting[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [derivedFrom], 'ever')
  const derived = new Set(edges.flatMap(({ source, target }) => (at.has(target) && !gone.has(source) ? [source] : [])))
  const grounds = await groundsOf([...derived], memories)
  const found = await memories.get([...derived])
  return found.flatMap((memory) => {
    if (memory === undefined || !mayErase(memory)) return []
    const quoted = quotedFrom(memory.facets)
    // An answer of the workspace speaks in the words of all its grounds at once; whoever asks again gets another.
    const isAnswer = typeof memory.facets.answer_to === 'string'
    const left = isAnswer ? [] : grounds.get(memory.id)!.filter((ground) => !gone.has(ground))
    return left.length === 0 || (quoted !== undefined && gone.has(quoted)) ? [{ memory, grounds: left }] : []
  })
}

/** What each stands on; of a closed version, whose edges are closed as well, what it stood on. */
async function groundsOf(ids: readonly string[], memories: MemoryStore): Promise<Map<string, readonly string[]>> {
  const edges = new Map<string, Edge[]>(ids.map((id) => [id, []]))
  for (const edge of await memories.neighbours(ids, [derivedFrom], 'ever')) edges.get(edge.source)?.push(edge)
  return new Map(
    ids.map((id) => {
      const all = edges.get(id)!
      const open = all.filter(({ validTo }) => validTo === null)
      return [id, (open.length > 0 ? open : all).map(({ target }) => target)]
    }),
  )
}

export async function findSurvivors(gone: ReadonlySet<string>, memories: MemoryStore): Promise<Map<string, string>> {
  const survivors = new Map<string, string>()
  let step = new Map([...gone].map((id) => [id, id]))
  while (step.size > 0) {
    const next = new Map<string, string>()
    for (const { source, target } of await memories.neighbours([...step.keys()], [derivedFrom], 'ever')) {
      const ground = step.get(target)
      if (ground !== undefined && !gone.has(source) && !survivors.has(source)) next.set(source, ground)
    }
    for (const [id, ground] of next) survivors.set(id, ground)
    step = next
  }
  return survivors
}
