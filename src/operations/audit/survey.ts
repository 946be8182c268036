import { isUnused } from '../../memory/consolidation/unused.js'
import type { ExportedMemory } from '../../memory/import-export/exported-memory.js'
import type { StoredMemory } from '../../memory/memory.js'
import { findPaths } from '../../memory/references/find-paths.js'
import type { Repository } from '../../ports/repository.js'
import type { Scope } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Using } from '../machinery/operation-context.js'
import { runInSlices, unlessAborted, yieldIfDue } from '../machinery/run-in-slices.js'
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
  /** The kinds by memory id. */
  readonly secrets: ReadonlyMap<string, readonly string[]>
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
  const secrets = new Map<string, readonly string[]>()
  const stale = new Map<string, readonly string[]>()
  let lookedAt = 0
  let done = 0
  async function lookAt(page: readonly ExportedMemory[]): Promise<true> {
    for (const { memory } of page) {
      if (memory.state !== 'active' || memory.validTo !== null) continue
      lookedAt++
      await runInSlices(finder.add(memory), context)
      if (isUnused(memory, unusedDays, now)) neverUsed.push(memory.id)
      const kinds = await runInSlices(secretsIn(memory), context)
      if (kinds.length > 0) secrets.set(memory.id, kinds)
      const gone = await findGonePaths(memory, repository)
      if (gone.length > 0) stale.set(memory.id, gone)
      await yieldIfDue(context)
    }
    return true
  }

  for await (const { total, memories: page } of memories.exportAll(scope)) {
    if (signal?.aborted === true) break
    if ((await unlessAborted(context, () => lookAt(page))) === undefined) break
    done += page.length
    onProgress?.({ stage: 'audit', done, total, message: `${done} of ${total} memories` })
  }
  const isComplete = signal?.aborted !== true
  const near = isComplete ? await unlessAborted(context, () => finder.nearDuplicates(context)) : []
  return {
    lookedAt,
    duplicates: finder.duplicates(),
    nearDuplicates: near ?? [],
    neverUsed,
    secrets,
    stale,
    isInterrupted: signal?.aborted === true,
  }
}

async function findGonePaths({ project, text }: StoredMemory, repository: Repository | undefined): Promise<string[]> {
  if (repository === undefined || repository.project !== project) return []
  const paths = findPaths(text)
  return paths.length === 0 ? [] : [...(await repository.findGone(paths))]
}
