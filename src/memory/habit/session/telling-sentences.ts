import { instructionsIn } from '../../lessons/instructions.js'
import { isQuestion } from '../../recall/question.js'

// Said when something is settled, found out or mended: what the next session would otherwise find out again.
const decides =
  /\b(?:decid(?:e|ed|ing)|decision|agreed|settled on|let['’]?s (?:use|keep|go with|stick|switch|drop)|we(?:['’]ll| will| should| must)? (?:use|keep|go with|stick|switch|drop|store)|i (?:prefer|want|like)|prefer(?:s|red)?|instead of|rather than|from now on|by convention|chose|chosen|switch(?:ed)? to|replaced (?:by|with)|no longer)\b/iu
const explains =
  /\b(?:root cause|the (?:cause|reason|problem|culprit|bug|issue|fix|solution|trick) (?:was|is)|turned out|caused by|because|due to|came from|fixed (?:by|it by|this by)|solved by|works? (?:now|only)|the key (?:was|is))\b/iu
const plans =
  /^(?:i['’]?ll|i will|let me|i['’]?m going to|now (?:i|let)|next,? i|first,? i|looking|checking|running|great|perfect|good)\b/iu

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const [shortest, longest] = [20, 320]

/** The user's sentences that settle something. */
export const settledBy = (text: string): readonly string[] => {
  const demands = new Set(instructionsIn(text).map((instruction) => instruction.text))
  return sentencesOf(text).filter((each) => demands.has(each) || (decides.test(each) && !isQuestion(each)))
}

/** The agent's sentences that tell what was settled or found out, not what it is about to do. */
export const foundBy = (text: string): readonly string[] =>
  sentencesOf(text).filter(
    (each) => (decides.test(each) || explains.test(each)) && !isQuestion(each) && !plans.test(each),
  )

/** Prose only: code and tables are what the repository keeps. */
export function sentencesOf(text: string): readonly string[] {
  const prose = text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:\||>|#{1,6}\s|\+|\d+\s*[|:])/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').replaceAll('**', ''))
  return prose
    .flatMap((line) => Array.from(sentences.segment(line), ({ segment }) => segment.trim()))
    .filter((each) => each.length >= shortest && each.length <= longest)
}
