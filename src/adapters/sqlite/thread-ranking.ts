import type { RankedMemories } from '../../memory/recall/rank-memories.js'

/** A ranking as it crosses to another thread: one string crosses much faster than a thousand. */
export interface SentRanking extends Omit<RankedMemories, 'ids'> {
  /** Separated by blanks. */
  readonly joinedIds: string
}

export const sendRanking = ({ ids, ...rest }: RankedMemories): SentRanking => ({ ...rest, joinedIds: ids.join(' ') })

export const receiveRanking = ({ joinedIds, ...rest }: SentRanking): RankedMemories => ({
  ...rest,
  ids: joinedIds === '' ? [] : joinedIds.split(' '),
})
