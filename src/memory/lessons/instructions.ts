import { isQuestion } from '../recall/question.js'
import { withoutQuotes } from '../recall/quotes.js'

export interface Instruction {
  /** The user's sentence. */
  readonly text: string
  /** "Never …" tells what fails, the others what works. */
  readonly isForbidding: boolean
  /** The part that says when, where the sentence has one: "before committing". */
  readonly when: string | null
}

// At the start of the sentence or behind what leads up to it: "I never eat meat" tells of the user, not of a task.
const lead = String.raw`^(?:(?:please|and|but|so|also|ok|okay|next time|from now on|in future|in the future|you should|you must|we should|we must|make sure(?: that)? you|be sure to)[,:]?\s+)*`
const demand = new RegExp(
  `${lead}(?:(?<always>always)|(?<never>never|don['’]t ever|do not ever)|(?<remember>remember to|don['’]t forget to|do not forget to))\\s+(?!mind\\b)\\p{L}`,
  'iu',
)
const condition = /(?:^|[\s,])((?:when|whenever|before|after|if|while|unless|until)\s+\p{L}.*?)(?=,\s|[.!;]?\s*$)/iu
/** Beyond, it is a pasted page; and nobody demands in so long a sentence. */
const longestRead = 5000
const longestDemand = 500
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** RSB2: "remember to", "always", "never", said by the user and not quoted from somebody. */
export function instructionsIn(userInput: string): readonly Instruction[] {
  const own = withoutQuotes(userInput.slice(0, longestRead))
  return Array.from(sentences.segment(own)).flatMap(({ segment, index }) => {
    if (segment.length > longestDemand) return []
    const text = userInput.slice(index, index + segment.length).trim()
    const clause = afterCondition(segment.trim())
    const match = demand.exec(clause)
    if (match === null || isQuestion(segment)) return []
    return [{ text, isForbidding: match.groups?.never !== undefined, when: condition.exec(text)?.[1] ?? null }]
  })
}

/** "When you deploy, always …": the demand stands behind the condition. */
const afterCondition = (sentence: string): string =>
  /^(?:when|whenever|before|after|if|while|unless|until)\b/iu.test(sentence)
    ? sentence.replace(/^[^,]*,\s*/u, '')
    : sentence
