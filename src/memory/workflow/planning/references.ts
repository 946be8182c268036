import { entryOf } from '../../entry-of.js'
import { isEmptyIt } from './empty-it.js'
import {
  determiners,
  isContent,
  isNoun,
  lowerOf,
  prepositions,
  type ReadSentence,
  type ReadWord,
  set,
  subjects,
  textOf,
} from './reading.js'

/** A word that means something said elsewhere. */
export interface Reference {
  /** As written: "it", "that project", "last time". */
  readonly text: string
  readonly means: 'man' | 'woman' | 'thing' | 'several' | 'talk'
  readonly isPossessive: boolean
  /** "it", "she": may be explained earlier in the same question; "that" points outside. */
  readonly isPronoun: boolean
  readonly at: number
  readonly length: number
}

const pronouns: Readonly<Record<string, Reference['means']>> = {
  he: 'man',
  him: 'man',
  his: 'man',
  she: 'woman',
  her: 'woman',
  hers: 'woman',
  it: 'thing',
  its: 'thing',
  they: 'several',
  them: 'several',
  their: 'several',
  theirs: 'several',
}
const possessives = set('his hers its their theirs')
const pointing: Readonly<Record<string, Reference['means']>> = {
  this: 'thing',
  that: 'thing',
  these: 'several',
  those: 'several',
}
const timeNouns = set(
  'week month year morning afternoon evening weekend quarter time summer winter spring autumn fall days years weeks months',
)
const sayingWords =
  set(`say says said tell tells told think thinks thought know knows knew believe believed mean means true
  sure remember decide decided agree agreed claim claimed hope wish guess promise promised mention mentioned possible likely
  clear certain so such`)

/** In their order. What is described where it stands ("that book about whales") is no reference. */
export function referencesIn({ words }: ReadSentence): readonly Reference[] {
  const found: Reference[] = []
  for (let at = 0; at < words.length; ) {
    const reference = pronounAt(words, at) ?? pointerAt(words, at) ?? oneAt(words, at) ?? talkAt(words, at)
    if (reference !== undefined) found.push(reference)
    at += reference?.length ?? 1
  }
  return found
}

function pronounAt(words: readonly ReadWord[], at: number): Reference | undefined {
  const { lower } = words[at]!
  const means = entryOf(pronouns, lower)
  if (means === undefined || (lower === 'it' && isEmptyIt(words, at))) return undefined
  const isPossessive = possessives.has(lower) || (lower === 'her' && isDescribed(words[at + 1]))
  return reference(words, at, 1, means, { isPossessive, isPronoun: true })
}

const isDescribed = (next: ReadWord | undefined): boolean =>
  next !== undefined && (isNoun(next) || next.tags.has('Adjective')) && !prepositions.has(next.lower)

function pointerAt(words: readonly ReadWord[], at: number): Reference | undefined {
  const { lower } = words[at]!
  const means = entryOf(pointing, lower)
  if (means === undefined) return undefined
  const [before, next] = [words[at - 1], words[at + 1]]
  if (next !== undefined && timeNouns.has(next.lower)) return undefined
  if (lower === 'that' && joinsClauses(before, next)) return undefined
  const to = endOfNouns(words, at + 1)
  if (to > at + 1 && isExplained(words, to)) return undefined
  return reference(words, at, to - at, means, { isPossessive: false, isPronoun: false })
}

/** "The book that I read", "said that we moved". */
function joinsClauses(before: ReadWord | undefined, next: ReadWord | undefined): boolean {
  if (before === undefined) return false
  if (isNoun(before) || before.kind !== 'word' || sayingWords.has(before.lower)) return true
  return (
    next !== undefined && (subjects.has(next.lower) || determiners.has(next.lower)) && !prepositions.has(before.lower)
  )
}

function endOfNouns(words: readonly ReadWord[], from: number): number {
  let to = from
  while (to < words.length && (isNoun(words[to]!) || words[to]!.tags.has('Adjective') || words[to]!.lower === 'one'))
    to++
  return to
}

/** Something behind it says which one is meant. */
function isExplained(words: readonly ReadWord[], from: number): boolean {
  const next = words[from]
  if (next === undefined || next.kind !== 'word') return false
  const opens =
    prepositions.has(next.lower) ||
    subjects.has(next.lower) ||
    /^(?:who|which|that|where|whose|when|called|named)$/.test(next.lower)
  return opens && words.slice(from).some((word) => isContent(word) && !timeNouns.has(word.lower))
}

const choosing = set('other previous same former latter first second last next right wrong')

/** "Which one", "the other one", "the former". */
function oneAt(words: readonly ReadWord[], at: number): Reference | undefined {
  const length = lengthOfOne(words.slice(at, at + 3).map(({ lower }) => lower))
  if (length === 0 || isExplained(words, at + length)) return undefined
  const means = /^(?:others|ones)$/.test(words[at + length - 1]!.lower) ? 'several' : 'thing'
  return reference(words, at, length, means, { isPossessive: false, isPronoun: false })
}

function lengthOfOne([first, second = '', third = '']: readonly string[]): number {
  if (first === 'which') return /^ones?$/.test(second) ? 2 : 0
  if (first !== 'the') return 0
  if (/^(?:former|latter|others)$/.test(second)) return 2
  return choosing.has(second) && /^ones?$/.test(third) ? 3 : 0
}

const talk =
  /^(?:last time|(?:like|as) (?:before|last time|always)|the same|(?:like|as) we (?:discussed|said|agreed)|we (?:discussed|talked about|spoke about|agreed)|where we left off)\b/

/** "Last time", "as before": only where nothing else says what it is about. */
function talkAt(words: readonly ReadWord[], at: number): Reference | undefined {
  const match = talk.exec(lowerOf(words.slice(at, at + 4)))
  if (match === null) return undefined
  const length = match[0].split(' ').length
  if (words[at - 1]?.lower === 'the' && match[0] === 'last time') return undefined
  const others = [...words.slice(0, at), ...words.slice(at + length)]
  if (others.some((word) => isNoun(word) && isContent(word) && !timeNouns.has(word.lower))) return undefined
  return reference(words, at, length, 'talk', { isPossessive: false, isPronoun: false })
}

function reference(
  words: readonly ReadWord[],
  at: number,
  length: number,
  means: Reference['means'],
  kind: Pick<Reference, 'isPossessive' | 'isPronoun'>,
): Reference {
  const text = textOf(words.slice(at, at + length))
  return { text, means, at, length, ...kind }
}
