import { isUnused } from '../../memory/consolidation/unused.js'
import type { StoredMemory } from '../../memory/memory.js'
import { findPaths } from '../../memory/references/find-paths.js'
import type { Scope } from '../../ports/memory-store.js'
import type { Repository } from '../../ports/repository.js'
import type { OperationContext } from '../operation-context.js'
import { secretsIn } from './secrets-in.js'
import { type NearTwins, TwinFinder, type Twins } from './twin-finder.js'

interface Asked {
  readonly scope: Scope
  readonly unusedDays: number
  /** The one that the asked project is. */
  readonly repository: Repository | undefined
}

/** By ids: the texts of all memories are too much to keep. */
export interface Survey {
  readonly lookedAt: number
  readonly duplicates: readonly Twins[]
  readonly nearDuplicates: readonly NearTwins[]
  /** The oldest first. */
  readonly neverUsed: readonly string[]
  readonly secrets: readonly string[]
  /** With the paths that are gone. */
  readonly stale: ReadonlyMap<string, readonly string[]>
  readonly isInterrupted: boolean
}

/** AUD1: one pass over all that is current and in scope, a page at a time, in the order of writing. */
export async function survey({ scope, unusedDays, repository }: Asked, context: OperationContext): Promise<Survey> {
  const { memories, clock, signal, onProgress } = context
  const now = clock.now()
  const twins = new TwinFinder()
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
      twins.see(memory)
      if (isUnused(memory, unusedDays, now)) neverUsed.push(memory.id)
      if (secretsIn(memory).length > 0) secrets.push(memory.id)
      const gone = await goneIn(memory, repository)
      if (gone.length > 0) stale.set(memory.id, gone)
    }
    done += page.length
    onProgress?.({ stage: 'audit', done, total, message: `${done} of ${total} memories` })
  }
  const isInterrupted = signal?.aborted === true
  return {
    lookedAt,
    duplicates: twins.twins(),
    nearDuplicates: isInterrupted ? [] : await twins.nearTwins(context),
    neverUsed,
    secrets,
    stale,
    isInterrupted,
  }
}

async function goneIn({ project, text }: StoredMemory, repository: Repository | undefined): Promise<string[]> {
  if (repository === undefined || repository.project !== project) return []
  const paths = findPaths(text)
  return paths.length === 0 ? [] : [...(await repository.findGone(paths))]
}
