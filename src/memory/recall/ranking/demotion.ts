import { saidAsDemotion } from '../constants.js'
import type { Query } from '../query/query.js'
import type { Candidate } from './candidates.js'
import { isEcho } from './echo.js'

/** By how much a memory stands lower in the list than its relevance says (REC17, REC18), in units of the logit. */
export function demotion(candidate: Candidate, { aim }: Query): number {
  if (isEcho(candidate)) return saidAsDemotion.question
  const { saidAs } = candidate
  if (saidAs === null) return 0
  const isAsked = { plan: aim.plans, denial: aim.denials, hearsay: aim.hearsay, question: false }[saidAs]
  return isAsked ? 0 : saidAsDemotion[saidAs]
}
