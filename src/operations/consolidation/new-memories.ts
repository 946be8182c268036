import { groupBy } from '../../memory/group-by.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Using } from '../machinery/operation-context.js'

/** The session and project that a run covers. */
export interface ConsolidationScope {
  readonly session?: string
  readonly project?: string
}

/** A kind of run. The page size bounds the memory it takes and the work that a crash repeats. */
interface Run {
  readonly name: string
  readonly kinds: readonly Kind[]
  readonly pageSize: number
}

export interface NewMemories {
  /** Reads the memories that still exist; a retry reads them again. */
  load(): Promise<StoredMemory[]>
  /** To be committed with the results, so that the next run begins after these memories. */
  readonly checkpoint: Readonly<Record<string, number>>
}

/**
 * CON1: the memories added in this scope since the last run of this name, page by page. Each page's commit moves the
 * checkpoint, so that a run which ends early resumes where it stopped.
 */
export async function* newMemories(
  { name, kinds, pageSize }: Run,
  scope: ConsolidationScope,
  { memories, signal, onProgress }: Using<MemoryReader & ChangeFeed, 'signal' | 'onProgress'>,
): AsyncGenerator<NewMemories> {
  const key = checkpointName(name, scope)
  const start = Number((await memories.checkpoints([key]))[key] ?? 0)
  const newest = await memories.newestSeq()
  for (let since = start; signal?.aborted !== true; ) {
    const changes = await memories.changes(since, pageSize)
    const last = changes.at(-1)
    if (last === undefined) return
    since = last.seq
    const added = changes.flatMap((change) => (change.what === 'added' ? [change.id] : []))
    yield { load: () => present(added, kinds, scope, memories), checkpoint: { [key]: since } }
    const message = `${name}: ${Math.min(since, newest) - start} of ${newest - start} changes`
    onProgress?.({ stage: name, done: Math.min(since, newest) - start, total: newest - start, message })
  }
}

/** One checkpoint per scope: runs of different scopes see different memories. */
export const checkpointName = (name: string, { session, project }: ConsolidationScope): string =>
  `consolidated ${name} ${JSON.stringify([session ?? null, project ?? null])}`

async function present(
  ids: readonly string[],
  kinds: readonly Kind[],
  { session, project }: ConsolidationScope,
  memories: MemoryReader,
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

/** Groups by session and project: memories of different ones are never merged (COM13). */
export function groupBySession(memories: readonly StoredMemory[]): StoredMemory[][] {
  return [...groupBy(memories, ({ project, session }) => JSON.stringify([project, session])).values()]
}
