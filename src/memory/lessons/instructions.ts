import { isQuestion } from '../recall/query/question.js'
import { withoutQuotes } from '../recall/text/quotes.js'
import { sentenceSegments } from '../sentence-segments.js'

export interface Instruction {
  /** The user's sentence. */
  readonly text: string
  /** True for "never …". */
  readonly isForbidding: boolean
  /** The condition in the sentence, if any: "before committing". */
  readonly when: string | null
}

// At the start of the sentence or after an introduction: "I never eat meat" is no instruction.
const introduction = String.raw`^(?:(?:please|and|but|so|also|ok|okay|next time|from now on|in future|in the future|you should|you must|we should|we must|make sure(?: that)? you|be sure to)[,:]?\s+)*`
const demand = new RegExp(
  `${introduction}(?:(?<always>always)|(?<never>never|don['’]t ever|do not ever)|(?<remember>remember to|don['’]t forget to|do not forget to))\\s+(?!mind\\b)\\p{L}`,
  'iu',
)
const condition = /(?:^|[\s,])((?:when|whenever|before|after|if|while|unless|until)\s+\p{L}.*?)(?=,\s|[.!;]?\s*$)/iu
/** A longer input contains a pasted page, and a longer sentence is no instruction. */
const maxInputLength = 5000
const maxSentenceLength = 500

/** RSB2: the user's sentences with "remember to", "always" or "never"; quotations are ignored. */
export function instructionsIn(userInput: string): readonly Instruction[] {
  const own = withoutQuotes(userInput.slice(0, maxInputLength))
  return sentenceSegments(own).flatMap(({ segment, index }) => {
    if (segment.length > maxSentenceLength) return []
    const text = userInput.slice(index, index + segment.length).trim()
    const clause = afterCondition(segment.trim())
    const match = demand.exec(clause)
    if (match === null || isQuestion(segment)) return []
    return [{ text, isForbidding: match.groups?.never !== undefined, when: condition.exec(text)?.[1] ?? null }]
  })
}

/** "When you deploy, always …": the demand follows the condition. */
const afterCondition = (sentence: string): string =>
  /^(?:when|whenever|before|after|if|while|unless|until)\b/iu.test(sentence)
    ? sentence.replace(/^[^,]*,\s*/u, '')
    : sentence
