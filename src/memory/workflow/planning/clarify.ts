import type { Asked, ProbeHit } from './asked.js'
import { askingSentences } from './asking.js'
import { askForCriterion, findBareEvaluation } from './evaluation.js'
import { askForFacet, findFacetSplit } from './facet-split.js'
import { mayBeAskedBack, wasAsked } from './limits.js'
import { askAbout, type Resolved } from './resolve.js'
import { askForMore, isTooLittle } from './too-little.js'

/**
 * WPL1, WPL2: the one question to ask back, by the first rule that has one; undefined when it is clear enough. `probe` is
 * what a first retrieval of `resolved.question` found.
 */
export function clarify(asked: Asked, resolved: Resolved, probe: readonly ProbeHit[]): string | undefined {
  if (!mayBeAskedBack(asked, resolved.reading)) return undefined
  return questionsFor(asked, resolved, probe).find((question) => !wasAsked(asked, question))
}

/** In the order of WPL2. An answer to an earlier question says what was missing there. */
function questionsFor(
  asked: Asked,
  { question, reading, open }: Resolved,
  probe: readonly ProbeHit[],
): readonly string[] {
  const sentences = askingSentences(reading)
  const judged = sentences
    .map((sentence) => findBareEvaluation(sentence, asked.question))
    .find((each) => each !== undefined)
  const split = findFacetSplit(asked, question, probe)
  const isAnswered = asked.clarifications.length > 0
  const words = reading.sentences.flatMap(({ words }) => words)
  const isShort = !isAnswered && question === asked.question && isTooLittle(words, probe)
  return [
    ...(open === undefined ? [] : [askAbout(open)]),
    ...(judged === undefined || isAnswered ? [] : [askForCriterion(judged)]),
    ...(split === undefined ? [] : [askForFacet(split)]),
    ...(isShort ? [askForMore(asked.question)] : []),
  ]
}
