import type { Kind, StoredMemory } from '../../memory/memory.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { OperationContext } from '../operation-context.js'

/** Whose memories a run looks at. */
export interface ConsolidationScope {
  readonly session?: string
  readonly project?: string
}

/** What a kind of run looks at, and how many changes at once: bounds memory, and how far a crash sets it back. */
interface Run {
  readonly name: string
  readonly kinds: readonly Kind[]
  readonly pageSize: number
}

export interface NewMemories {
  /** Those that are still there, as they stand now: what is tried again must not go by what it read before. */
  load(): Promise<StoredMemory[]>
  /** To be committed with what was made of them, so that the next run begins behind them. */
  readonly bookmark: Readonly<Record<string, number>>
}

/**
 * CON1: what has been added in this scope since the last run of this name, page by page. The watermark moves with each
 * page's own commit, so that a run which ends early is picked up where it stopped.
 */
export async function* newMemories(
  { name, kinds, pageSize }: Run,
  scope: ConsolidationScope,
  { memories, signal, onProgress }: OperationContext,
): AsyncGenerator<NewMemories> {
  const key = bookmarkOf(name, scope)
  const begun = Number((await memories.bookmarks([key]))[key] ?? 0)
  const newest = await memories.newestSeq()
  for (let since = begun; signal?.aborted !== true; ) {
    const changes = await memories.changes(since, pageSize)
    const last = changes.at(-1)
    if (last === undefined) return
    since = last.seq
    const added = changes.flatMap((change) => (change.what === 'added' ? [change.id] : []))
    yield { load: () => present(added, kinds, scope, memories), bookmark: { [key]: since } }
    const message = `${name}: ${Math.min(since, newest) - begun} of ${newest - begun} changes`
    onProgress?.({ stage: name, done: Math.min(since, newest) - begun, total: newest - begun, message })
  }
}

/** One for each scope: what one run has seen says nothing about what another has. */
export const bookmarkOf = (name: string, { session, project }: ConsolidationScope): string =>
  `consolidated ${name} ${JSON.stringify([session ?? null, project ?? null])}`

async function present(
  ids: readonly string[],
  kinds: readonly Kind[],
  { session, project }: ConsolidationScope,
  memories: MemoryStore,
): Promise<StoredMemory[]> {
  const found = await memories.get(ids)
  return found.filter(
    (memory): memory is StoredMemory =>
      memory !== undefined &&
      kinds.includes(memory.kind) &&
      memory.state === 'active' &&
      memory.validTo === null &&
      (session === undefined || memory.session === session) &&
      (project === undefined || memory.project === null || memory.project === project),
  )
}

/** Those of one session and project: what is told in one is never joined with what is told in another (COM13). */
export function bySession(memories: readonly StoredMemory[]): StoredMemory[][] {
  const groups = new Map<string, StoredMemory[]>()
  for (const memory of memories) {
    const key = JSON.stringify([memory.project, memory.session])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [memory])
    else group.push(memory)
  }
  return [...groups.values()]
}
