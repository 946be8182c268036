import { namesTime } from '../../recall/query/time-words.js'
import { wordSet } from '../../workspace/phrases.js'
import {
  determiners,
  isContent,
  isNoun,
  type ParsedSentence,
  prepositions,
  subjects,
  type TaggedWord,
  textOf,
} from './parse-text.js'

/** Words that judge without a criterion. "Cheapest" and "fastest" name theirs. */
const judging =
  wordSet(`best worst better worse good bad great ideal optimal perfect top nicest finest greatest suitable
  appropriate proper decent right recommended`)
const recommending = wordSet('recommend suggest advise')
const choosing = wordSet('use choose buy pick take get try adopt prefer select')
/** Fixed phrases such as "best friend" judge nothing. */
const fixed = wordSet(
  'friend friends man practice practices regards seller sellers buy morning evening night now away hand side floor speed secret luck news wishes',
)
const reporting =
  wordSet(`say says said tell told think thinks thought mention mentioned write wrote call called consider
  considered find found recommend recommended suggest suggested choose chose pick picked rate rated claim claimed`)
const scoping = wordSet('that which who whom whose where when if because since than like')

/** WPL2: the judged words of an evaluation without a criterion or scope, as the question spells them. */
export function findBareEvaluation(sentence: ParsedSentence, text: string): string | undefined {
  const words = sentence.words.filter(({ kind }) => kind === 'word')
  if (namesTime(text) || isReport(words)) return undefined
  const at = words.findIndex((_, index) => isJudgement(words, index))
  return at < 0 || isScoped(words, at) ? undefined : textOf(words.slice(at))
}

function isJudgement(words: readonly TaggedWord[], at: number): boolean {
  const { lower } = words[at]!
  const [before, next] = [words[at - 1]?.lower ?? '', words[at + 1]]
  if (recommending.has(lower)) return at === 0 || /^(?:you|please|would|to|me|can)$/.test(before)
  if (choosing.has(lower)) return /^(?:i|we)$/.test(before) && words[at - 2]?.lower === 'should'
  if (!judging.has(lower) || (next !== undefined && fixed.has(next.lower))) return false
  if (lower === 'right' || lower === 'proper') return before === 'the' && next !== undefined && isNoun(next)
  if (lower === 'top') return (at === 0 || before === 'the') && next !== undefined
  if (lower === 'better' || lower === 'worse') return next === undefined || next.lower === 'than' || isNoun(next)
  return true
}

/** "What did Maria say is the best hotel?" asks for a report, not for a judgement. */
function isReport(words: readonly TaggedWord[]): boolean {
  return words.some(({ lower }, at) => {
    const before = words[at - 1]
    if (!reporting.has(lower) || before === undefined || before.lower === 'you') return false
    const isSubject = subjects.has(before.lower) || before.tags.has('ProperNoun') || before.isCapital || isNoun(before)
    const isAdvice = words[at - 2]?.lower === 'should'
    return isSubject && !isAdvice
  })
}

function isScoped(words: readonly TaggedWord[], at: number): boolean {
  if (isOwned(words[at - 1])) return true
  const after = words.slice(at + 1)
  // "best vegan restaurant": the judged words are specific enough.
  const judged = after.slice(0, endOfJudged(after))
  if (judged.filter(isContent).length > 1) return true
  const rest = after.slice(judged.length)
  const isNarrowed = rest.some(({ lower }, index) => opensScope(rest, lower, index))
  return (
    isNarrowed || words.slice(0, at).some(({ lower }, index) => index > 0 && narrowsBefore(words, lower, index, at))
  )
}

/** "My best", "Ana's best"; the "'s" of "what's" is not possessive. */
function isOwned(owner: TaggedWord | undefined): boolean {
  if (owner === undefined) return false
  const isPossessiveNoun = owner.isPossessive && !owner.tags.has('QuestionWord') && !subjects.has(owner.lower)
  return isPossessiveNoun || /^(?:my|our|your|his|her|their)$/.test(owner.lower)
}

function endOfJudged(after: readonly TaggedWord[]): number {
  const end = after.findIndex(
    (word, at) =>
      prepositions.has(word.lower) ||
      scoping.has(word.lower) ||
      subjects.has(word.lower) ||
      (word.tags.has('Verb') && at > 0) ||
      (at > 0 && determiners.has(word.lower)),
  )
  return end < 0 ? after.length : end
}

/** "for …", "in …", "to talk to", "that …" and "we have" open a scope; "than …" does not. */
function opensScope(rest: readonly TaggedWord[], lower: string, at: number): boolean {
  if (lower === 'than') return false
  const following = rest.slice(at + 1)
  if (subjects.has(lower)) return following.length > 0
  return (
    (prepositions.has(lower) || scoping.has(lower)) &&
    following.some(({ lower }) => !determiners.has(lower) && !/^(?:me|us|you|now|it)$/.test(lower))
  )
}

/** "Which of our plans", "For parsers, is Rust …". */
function narrowsBefore(words: readonly TaggedWord[], lower: string, index: number, at: number): boolean {
  return /^(?:for|in|among|of)$/.test(lower) && words.slice(index + 1, at).some(isContent)
}

export const askForCriterion = (judged: string): string =>
  `By what should I judge "${judged}", and for which purpose, place or time?`
