import { WorldWeaverError } from '../../../errors.js'
import type { Batch, TreatedBackup } from '../../../ports/memory-store.js'
import { findSurvivors } from '../../forgetting/plan-erasure.js'
import { toReview } from '../../forgetting/review-survivors.js'
import type { OperationContext } from '../../operation-context.js'

interface Replacement {
  readonly ids: readonly string[]
  /** Of the moment before the ids and their backup were read. */
  readonly seq: number
  readonly with?: Omit<Batch, 'at'>
}

interface Replaced {
  /** Files that held what is gone. */
  readonly files: readonly TreatedBackup[]
  /** What is left to do about such files, if anything. */
  readonly warning?: string
}

/**
 * GWT15: deletes in one transaction with what takes their place, or conflicts when anything was written since: a backup
 * must hold all that goes. What was derived from them out of the caller's sight is to be reviewed.
 */
export async function replaceKept(replacement: Replacement, context: OperationContext): Promise<Replaced> {
  const { ids, seq, with: replaceWith = {} } = replacement
  const { memories, clock, log } = context
  const at = clock.now()
  const change = await toReview(await findSurvivors(new Set(ids), memories), at, memories)
  try {
    return { files: await memories.erase({ at, ids, expectSeq: seq, change, replaceWith }) }
  } catch (error) {
    // They are gone, and the backup that the caller is about to get is all that is left of them: it must arrive.
    if (!(error instanceof WorldWeaverError) || (await memories.newestSeq()) === seq) throw error
    log.warn('traces of deleted memories remain', { error })
    return { files: [], warning: error.message }
  }
}
