import { ownEntry } from '../../../plain-object.js'
import { groupOfWord, wordSet } from '../../workspace/phrases.js'
import {
  determiners,
  isContent,
  isNoun,
  lowerOf,
  type ParsedSentence,
  prepositions,
  subjects,
  type TaggedWord,
  textOf,
} from './parse-text.js'

/** A word or phrase that refers to something mentioned elsewhere. */
export interface Reference {
  /** As written: "it", "that project", "last time". */
  readonly text: string
  readonly means: 'man' | 'woman' | 'thing' | 'several' | 'talk'
  readonly isPossessive: boolean
  /** "it", "she": the same question may explain it; "that" always refers to an earlier text. */
  readonly isPronoun: boolean
  readonly at: number
  readonly length: number
}

const pronouns = groupOfWord({
  man: 'he him his',
  woman: 'she her hers',
  thing: 'it its',
  several: 'they them their theirs',
})
const possessives = wordSet('his hers its their theirs')
const pointing = groupOfWord({ thing: 'this that', several: 'these those' })
const timeNouns = wordSet(
  'week month year morning afternoon evening weekend quarter time summer winter spring autumn fall days years weeks months',
)
const sayingWords =
  wordSet(`say says said tell tells told think thinks thought know knows knew believe believed mean means true
  sure remember decide decided agree agreed claim claimed hope wish guess promise promised mention mentioned possible likely
  clear certain so such`)

/** References in order. A phrase that describes itself ("that book about whales") is not a reference. */
export function referencesIn({ words }: ParsedSentence): readonly Reference[] {
  const found: Reference[] = []
  for (let at = 0; at < words.length; ) {
    const reference = pronounAt(words, at) ?? pointerAt(words, at) ?? oneAt(words, at) ?? talkAt(words, at)
    if (reference !== undefined) found.push(reference)
    at += reference?.length ?? 1
  }
  return found
}

function pronounAt(words: readonly TaggedWord[], at: number): Reference | undefined {
  const { lower } = words[at]!
  const means = ownEntry(pronouns, lower)
  if (means === undefined || (lower === 'it' && isDummyIt(words, at))) return undefined
  const isPossessive = possessives.has(lower) || (lower === 'her' && isDescribed(words[at + 1]))
  return reference(words, at, 1, means, { isPossessive, isPronoun: true })
}

const isDescribed = (next: TaggedWord | undefined): boolean =>
  next !== undefined && (isNoun(next) || next.tags.has('Adjective')) && !prepositions.has(next.lower)

function pointerAt(words: readonly TaggedWord[], at: number): Reference | undefined {
  const { lower } = words[at]!
  const means = ownEntry(pointing, lower)
  if (means === undefined) return undefined
  const [before, next] = [words[at - 1], words[at + 1]]
  if (next !== undefined && timeNouns.has(next.lower)) return undefined
  if (lower === 'that' && joinsClauses(before, next)) return undefined
  const to = endOfNouns(words, at + 1)
  if (to > at + 1 && isExplained(words, to)) return undefined
  return reference(words, at, to - at, means, { isPossessive: false, isPronoun: false })
}

/** "The book that I read", "said that we moved". */
function joinsClauses(before: TaggedWord | undefined, next: TaggedWord | undefined): boolean {
  if (before === undefined) return false
  if (isNoun(before) || before.kind !== 'word' || sayingWords.has(before.lower)) return true
  return (
    next !== undefined && (subjects.has(next.lower) || determiners.has(next.lower)) && !prepositions.has(before.lower)
  )
}

function endOfNouns(words: readonly TaggedWord[], from: number): number {
  let to = from
  while (to < words.length && (isNoun(words[to]!) || words[to]!.tags.has('Adjective') || words[to]!.lower === 'one'))
    to++
  return to
}

/** The following words say which one is meant. */
function isExplained(words: readonly TaggedWord[], from: number): boolean {
  const next = words[from]
  if (next === undefined || next.kind !== 'word') return false
  const opens =
    prepositions.has(next.lower) ||
    subjects.has(next.lower) ||
    /^(?:who|which|that|where|whose|when|called|named)$/.test(next.lower)
  return opens && words.slice(from).some((word) => isContent(word) && !timeNouns.has(word.lower))
}

const choosing = wordSet('other previous same former latter first second last next right wrong')

/** "Which one", "the other one", "the former". */
function oneAt(words: readonly TaggedWord[], at: number): Reference | undefined {
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

/** "Last time", "as before": only in a sentence that names no other topic. */
function talkAt(words: readonly TaggedWord[], at: number): Reference | undefined {
  const match = talk.exec(lowerOf(words.slice(at, at + 4)))
  if (match === null) return undefined
  const length = match[0].split(' ').length
  if (words[at - 1]?.lower === 'the' && match[0] === 'last time') return undefined
  const others = [...words.slice(0, at), ...words.slice(at + length)]
  if (others.some((word) => isNoun(word) && isContent(word) && !timeNouns.has(word.lower))) return undefined
  return reference(words, at, length, 'talk', { isPossessive: false, isPronoun: false })
}

function reference(
  words: readonly TaggedWord[],
  at: number,
  length: number,
  means: Reference['means'],
  kind: Pick<Reference, 'isPossessive' | 'isPronoun'>,
): Reference {
  const text = textOf(words.slice(at, at + length))
  return { text, means, at, length, ...kind }
}

const weather = wordSet(
  'rain raining rained snow snowing snowed cold hot warm sunny dark windy late early time ok okay over',
)
const measure = /\b(?:what (?:time|day|date|year)|how (?:late|far|long)) (?:is|was|does|did)$/
/** In "how long does it take to …" the "it" is a dummy; in "how long does it take?" it refers to something. */
const measured = /^(?:in|at|there|here|now|today|take.* to|$)/
const impersonal = /^(?:take|takes|took|going|go|rain|like to|cost to|turn out|seem|mean to)\b/
const impersonalWhole = /\bto\b|^rain|^going$|^go$/
const judgement =
  /^(?:(?:is|was|would be) )?(?:(?:still|really|always|ever|even|a|an|the) )*(?:possible|true|necessary|okay|ok|fine|worth|important|hard|difficult|easy|safe|normal|allowed|likely|common|legal|better|best|good|bad|good idea|bad idea|case|wise|enough|smart|right|wrong|time) (?:to|that|for|if|when)\b/

/** A dummy "it" refers to nothing: "what time is it", "is it possible to", "how long does it take to". */
function isDummyIt(words: readonly TaggedWord[], at: number): boolean {
  const after = lowerOf(words.slice(at + 1))
  if (measure.test(lowerOf(words.slice(0, at)))) return measured.test(after)
  if (impersonal.test(after)) return impersonalWhole.test(after)
  return weather.has(words[at + 1]?.lower ?? '') || judgement.test(after)
}
