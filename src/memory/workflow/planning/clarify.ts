import { askingSentences } from './asking.js'
import { canAskBack, wasAlreadyAsked } from './clarification-limits.js'
import { askForCriterion, findBareEvaluation } from './evaluation.js'
import { askForFacet, findFacetSplit, findNameSplit } from './facet-split.js'
import type { PlanningInput, ProbeHit } from './planning-input.js'
import { askAbout, type Resolved } from './resolve.js'
import { askForMore, isTooVague } from './vague-question.js'

/**
 * WPL1, WPL2: the clarification question of the first rule that has one; undefined when the question is clear enough.
 * `probe` holds the hits of a first retrieval of `resolved.question`.
 */
export function clarify(input: PlanningInput, resolved: Resolved, probe: readonly ProbeHit[]): string | undefined {
  if (!canAskBack(input, resolved.parsed)) return undefined
  return questionsFor(input, resolved, probe).find((question) => !wasAlreadyAsked(input, question))
}

/** In the order of WPL2. After an answered clarification, missing criteria and vagueness are not asked about again. */
function questionsFor(
  input: PlanningInput,
  { question, parsed, open }: Resolved,
  probe: readonly ProbeHit[],
): readonly string[] {
  const sentences = askingSentences(parsed)
  const judged = sentences
    .map((sentence) => findBareEvaluation(sentence, input.question))
    .find((each) => each !== undefined)
  const split = findFacetSplit(input, question, probe) ?? findNameSplit(input, question, probe)
  const isAnswered = input.clarifications.length > 0
  const words = parsed.sentences.flatMap(({ words }) => words)
  const isShort = !isAnswered && question === input.question && isTooVague(words, probe)
  return [
    ...(open === undefined ? [] : [askAbout(open)]),
    ...(judged === undefined || isAnswered ? [] : [askForCriterion(judged)]),
    ...(split === undefined ? [] : [askForFacet(split)]),
    ...(isShort ? [askForMore(input.question)] : []),
  ]
}
