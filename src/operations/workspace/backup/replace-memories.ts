import { WorldWeaverError } from '../../../errors.js'
import type { ChangeFeed } from '../../../ports/store/follow.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { Batch, MemoryWriter, TreatedBackup } from '../../../ports/store/write.js'
import { findSurvivors } from '../../erasure/plan-erasure.js'
import { toReviewChanges } from '../../erasure/review-survivors.js'
import type { Using } from '../../machinery/operation-context.js'

interface Replacement {
  readonly ids: readonly string[]
  /** The change log's number when the ids and their backup were read, or earlier. */
  readonly seq: number
  readonly with?: Omit<Batch, 'at'>
}

interface Replaced {
  /** Backup files that held deleted memories. */
  readonly files: readonly TreatedBackup[]
  /** Traces that remain in such files. */
  readonly warning?: string
}

/**
 * GWT15: deletes memories and adds their replacement in one transaction. It conflicts if one of them has changed since
 * `seq`, because the backup must hold all that is deleted. Memories added meanwhile stay, or a busy store could not be
 * reset. Memories derived from deleted ones that the caller cannot see are marked for review.
 */
export async function replaceMemories(
  replacement: Replacement,
  context: Using<MemoryGraph & MemoryReader & MemoryWriter & ChangeFeed, 'clock' | 'log'>,
): Promise<Replaced> {
  const { ids, seq, with: replaceWith = {} } = replacement
  const { memories, clock, log } = context
  const at = clock.now()
  const change = await toReviewChanges(await findSurvivors(new Set(ids), memories), at, memories)
  try {
    return { files: await memories.erase({ at, ids, expectSeq: seq, change, replaceWith }) }
  } catch (error) {
    // The memories are deleted, so the caller must receive the backup, the only copy.
    if (!(error instanceof WorldWeaverError) || (await memories.newestSeq()) === seq) throw error
    log.warn('traces of deleted memories remain', { error })
    return { files: [], warning: error.message }
  }
}
