import { determiners, isNoun, prepositions, type Reading, type ReadWord, set } from './reading.js'

/** Something that a text names and a later word may mean. */
export interface Mention {
  readonly text: string
  readonly isPerson: boolean
  /** Of a person, where the name tells. */
  readonly gender: 'female' | 'male' | null
  /** It stands behind a preposition: what happens, happens to something else. */
  readonly isOblique: boolean
  /** Where its sentence stands, and where in it the mention begins. */
  readonly sentence: number
  readonly at: number
}

// "about" and "of" introduce what is talked about.
const topical = set('about of regarding')
const noThings = set(`time times day days week weeks month months year years hour hours minute minutes morning evening
  afternoon night today yesterday tomorrow way lot bit kind sort thing things case reason difference details detail name
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december one ones`)
const whoIs = set('who is was are were')

/** Names, and what "the", "my", "a" … introduce, in their order. */
export function mentionsIn({ sentences }: Reading): readonly Mention[] {
  return sentences.flatMap(({ words }, sentence) => {
    const mentions: Mention[] = []
    for (let at = 0; at < words.length; ) {
      const to = endOfMention(words, at)
      if (to > at) mentions.push({ ...mentionOf(words, at, to), sentence, at })
      at = Math.max(to, at + 1)
    }
    return mentions.filter(({ text }) => !noThings.has(text.toLowerCase().replace(/^(?:the|a|an|my|our) /u, '')))
  })
}

/** Past the mention that begins here; `at` when none does. */
function endOfMention(words: readonly ReadWord[], at: number): number {
  const word = words[at]!
  if (determiners.has(word.lower) && !/^(?:this|that|these|those|no|any|each|every|some)$/.test(word.lower)) {
    const to = endOfPhrase(words, at + 1)
    return to === at + 1 ? at : endOfWhole(words, to)
  }
  return isName(words, at) ? endOfName(words, at) : at
}

/** "the size of the disk" is one thing. */
function endOfWhole(words: readonly ReadWord[], to: number): number {
  if (words[to]?.lower !== 'of') return to
  const from = to + (determiners.has(words[to + 1]?.lower ?? '') ? 2 : 1)
  const further = endOfPhrase(words, from)
  return further > from ? further : to
}

/** Adjectives and nouns; the first word behind a determiner counts whatever the tagger takes it for. */
function endOfPhrase(words: readonly ReadWord[], from: number): number {
  let to = from
  while (to < words.length && isPhraseWord(words[to]!, to === from ? undefined : words[to - 1]!)) to++
  while (to > from + 1 && words[to - 1]!.tags.has('Adjective')) to--
  return to
}

function isPhraseWord(word: ReadWord, previous: ReadWord | undefined): boolean {
  if (word.kind !== 'word' || prepositions.has(word.lower) || determiners.has(word.lower)) return false
  if (previous === undefined) return !word.tags.has('Pronoun') && !word.tags.has('Conjunction')
  // "the build fails": where the tagger takes the noun for the verb, it takes the verb for a plural.
  const isVerbInTruth = previous.tags.has('Verb') && word.tags.has('Plural')
  return word.isCapital || (isNoun(word) && !isVerbInTruth)
}

function isName(words: readonly ReadWord[], at: number): boolean {
  const word = words[at]!
  if (word.kind !== 'word' || !word.isCapital || word.text.length < 2) return false
  if (at > 0 && words[at - 1]!.kind !== 'mark') return !word.tags.has('Pronoun') && !word.tags.has('QuestionWord')
  return word.tags.has('ProperNoun') || word.tags.has('Person') || word.tags.has('Place')
}

function endOfName(words: readonly ReadWord[], at: number): number {
  let to = at + 1
  while (to < words.length && !words[to - 1]!.isPossessive && words[to]!.kind === 'word' && words[to]!.isCapital) to++
  return to
}

function mentionOf(words: readonly ReadWord[], at: number, to: number): Omit<Mention, 'sentence' | 'at'> {
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
