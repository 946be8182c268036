import { isDuplicate } from '../../consolidation/duplicates.js'
import { toKey } from '../../workspace/phrases.js'
import type { Asked } from './asked.js'
import { isNeverAskedBack } from './asking.js'
import type { Reading } from './reading.js'

/** WPL1. */
const mostRounds = 2

/** WPL1: whether anything may be asked back at all, whoever would ask. */
export const mayBeAskedBack = ({ mayAskBack, clarifications }: Asked, reading: Reading): boolean =>
  mayAskBack && clarifications.length < mostRounds && !isNeverAskedBack(reading)

/** WPL1: never the same twice, in other punctuation or with other small words neither. */
export const wasAsked = ({ clarifications }: Asked, question: string): boolean =>
  clarifications.some(({ question: old }) => toKey(old) === toKey(question) || isDuplicate(old, question))
