import { wordSet } from '../../workspace/phrases.js'
import { determiners, isNoun, type ParsedText, prepositions, type TaggedWord } from './parse-text.js'

/** A name or noun phrase that a later pronoun may refer to. */
export interface Mention {
  readonly text: string
  readonly isPerson: boolean
  /** Known only for first names with one gender. */
  readonly gender: 'female' | 'male' | null
  /** The mention follows a preposition, so it is not the topic of the sentence. */
  readonly isOblique: boolean
  /** The index of its sentence, and of its first word in the sentence. */
  readonly sentence: number
  readonly at: number
}

// "about" and "of" introduce the topic.
const topical = wordSet('about of regarding')
export const ignoredNouns =
  wordSet(`time times day days week weeks month months year years hour hours minute minutes morning evening
  afternoon night today yesterday tomorrow way lot bit kind sort thing things case reason difference details detail name
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december one ones`)
const whoIs = wordSet('who is was are were')

/** Names and noun phrases after "the", "my", "a" …, in order. */
export function mentionsIn({ sentences }: ParsedText): readonly Mention[] {
  return sentences.flatMap(({ words }, sentence) => {
    const mentions: Mention[] = []
    for (let at = 0; at < words.length; ) {
      const to = endOfMention(words, at)
      if (to > at) mentions.push({ ...mentionOf(words, at, to), sentence, at })
      at = Math.max(to, at + 1)
    }
    return mentions.filter(({ text }) => !ignoredNouns.has(text.toLowerCase().replace(/^(?:the|a|an|my|our) /u, '')))
  })
}

/** The index after the mention that begins at `at`; `at` itself when none begins there. */
function endOfMention(words: readonly TaggedWord[], at: number): number {
  const word = words[at]!
  if (determiners.has(word.lower) && !/^(?:this|that|these|those|no|any|each|every|some)$/.test(word.lower)) {
    const to = endOfPhrase(words, at + 1)
    return to === at + 1 ? at : endOfWhole(words, to)
  }
  return isName(words, at) ? endOfName(words, at) : at
}

/** "the size of the disk" is one thing. */
function endOfWhole(words: readonly TaggedWord[], to: number): number {
  if (words[to]?.lower !== 'of') return to
  const from = to + (determiners.has(words[to + 1]?.lower ?? '') ? 2 : 1)
  const further = endOfPhrase(words, from)
  return further > from ? further : to
}

/** The end of a run of adjectives and nouns; the first word after a determiner counts, however it is tagged. */
function endOfPhrase(words: readonly TaggedWord[], from: number): number {
  let to = from
  while (to < words.length && isPhraseWord(words[to]!, to === from ? undefined : words[to - 1]!)) to++
  while (to > from + 1 && words[to - 1]!.tags.has('Adjective')) to--
  return to
}

function isPhraseWord(word: TaggedWord, previous: TaggedWord | undefined): boolean {
  if (word.kind !== 'word' || prepositions.has(word.lower) || determiners.has(word.lower)) return false
  if (previous === undefined) return !word.tags.has('Pronoun') && !word.tags.has('Conjunction')
  // "the build fails": a tagger that mistakes the noun for the verb tags the verb as a plural noun.
  const isMistaggedVerb = previous.tags.has('Verb') && word.tags.has('Plural')
  return word.isCapital || (isNoun(word) && !isMistaggedVerb)
}

export function isName(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at]!
  if (word.kind !== 'word' || !word.isCapital || word.text.length < 2) return false
  if (at > 0 && words[at - 1]!.kind !== 'mark') return !word.tags.has('Pronoun') && !word.tags.has('QuestionWord')
  return word.tags.has('ProperNoun') || word.tags.has('Person') || word.tags.has('Place')
}

export function endOfName(words: readonly TaggedWord[], at: number): number {
  let to = at + 1
  while (to < words.length && !words[to - 1]!.isPossessive && words[to]!.kind === 'word' && words[to]!.isCapital) to++
  return to
}

function mentionOf(words: readonly TaggedWord[], at: number, to: number): Omit<Mention, 'sentence' | 'at'> {
  const inside = words.slice(at, to)
  const before = words[at - 1]?.lower ?? ''
  const isNamed = inside.every(({ isCapital }) => isCapital)
  const tags = new Set(inside.flatMap((word) => [...word.tags]))
  const isAskedWho = isNamed && words.slice(0, at).some(({ lower }) => lower === 'who') && whoIs.has(before)
  return {
    text: inside
      .map(({ text, isPossessive }, index) => (isPossessive && index < inside.length - 1 ? `${text}'s` : text))
      .join(' '),
    isPerson: isNamed && (tags.has('Person') || tags.has('FirstName') || isAskedWho),
    gender: tags.has('FemaleName') ? 'female' : tags.has('MaleName') ? 'male' : null,
    isOblique: prepositions.has(before) && !topical.has(before),
  }
}
