import { isDuplicate } from '../../consolidation/duplicates.js'
import { toKey } from '../../workspace/phrases.js'
import { skipsClarification } from './asking.js'
import type { ParsedText } from './parse-text.js'
import type { PlanningInput } from './planning-input.js'

/** WPL1. */
const maxRounds = 2

/** WPL1: holds for the rules and for the model alike. */
export const canAskBack = ({ mayAskBack, clarifications }: PlanningInput, parsed: ParsedText): boolean =>
  mayAskBack && clarifications.length < maxRounds && !skipsClarification(parsed)

/** WPL1: no question is asked twice; differences in punctuation and small words do not count. */
export const wasAlreadyAsked = ({ clarifications }: PlanningInput, question: string): boolean =>
  clarifications.some(({ question: old }) => toKey(old) === toKey(question) || isDuplicate(old, question))
