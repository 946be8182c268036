import { isUnused } from '../../memory/consolidation/unused.js'
import type { StoredMemory } from '../../memory/memory.js'
import { findPaths } from '../../memory/references/find-paths.js'
import type { Repository } from '../../ports/repository.js'
import type { Scope } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Using } from '../machinery/operation-context.js'
import { DuplicateFinder, type DuplicateGroup, type NearDuplicate } from './duplicate-finder.js'
import { secretsIn } from './secrets-in.js'

interface Asked {
  readonly scope: Scope
  readonly unusedDays: number
  /** The repository of the requested project. */
  readonly repository: Repository | undefined
}

/** Lists ids: the texts of all memories would take too much memory. */
export interface Survey {
  readonly lookedAt: number
  readonly duplicates: readonly DuplicateGroup[]
  readonly nearDuplicates: readonly NearDuplicate[]
  /** The oldest first. */
  readonly neverUsed: readonly string[]
  readonly secrets: readonly string[]
  /** The missing paths by memory id. */
  readonly stale: ReadonlyMap<string, readonly string[]>
  readonly isInterrupted: boolean
}

/** AUD1: reads all current memories in scope once, page by page, in the order of writing. */
export async function survey(
  { scope, unusedDays, repository }: Asked,
  context: Using<MemoryReader, 'clock' | 'signal' | 'onProgress' | 'embedder'>,
): Promise<Survey> {
  const { memories, clock, signal, onProgress } = context
  const now = clock.now()
  const finder = new DuplicateFinder()
  const neverUsed: string[] = []
  const secrets: string[] = []
  const stale = new Map<string, readonly string[]>()
  let lookedAt = 0
  let done = 0
  for await (const { total, memories: page } of memories.exportAll(scope)) {
    if (signal?.aborted === true) break
    for (const { memory } of page) {
      if (memory.state !== 'active' || memory.validTo !== null) continue
      lookedAt++
      finder.add(memory)
      if (isUnused(memory, unusedDays, now)) neverUsed.push(memory.id)
      if (secretsIn(memory).length > 0) secrets.push(memory.id)
      const gone = await findGonePaths(memory, repository)
      if (gone.length > 0) stale.set(memory.id, gone)
    }
    done += page.length
    onProgress?.({ stage: 'audit', done, total, message: `${done} of ${total} memories` })
  }
  const isInterrupted = signal?.aborted === true
  return {
    lookedAt,
    duplicates: finder.duplicates(),
    nearDuplicates: isInterrupted ? [] : await finder.nearDuplicates(context),
    neverUsed,
    secrets,
    stale,
    isInterrupted,
  }
}

async function findGonePaths({ project, text }: StoredMemory, repository: Repository | undefined): Promise<string[]> {
  if (repository === undefined || repository.project !== project) return []
  const paths = findPaths(text)
  return paths.length === 0 ? [] : [...(await repository.findGone(paths))]
}
