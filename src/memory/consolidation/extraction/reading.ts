import type { NamedType } from './extraction.js'
import type { Tags } from './tagger.js'
import type { Sentence, Token } from './tokens.js'

/** A name in a sentence: the tokens from `from` up to `to`, excluded. */
export interface Mention {
  readonly from: number
  readonly to: number
  readonly surface: string
  readonly name: string
  /** Undefined until `withTypes` has assigned one. */
  readonly type: NamedType | undefined
  /** True for a word whose capital may be due to the start of the sentence. */
  readonly isDoubtful: boolean
}

/** A sentence with its tags and language. */
export interface Reading {
  readonly sentence: Sentence
  readonly tags: Tags
  /** The context's project in lower case; in the text it may look like an everyday word. */
  readonly project: string | null
  /** False for headlines and for languages that capitalise more than names. */
  readonly trustsCapitals: boolean
  readonly language: string
}

const determiner = /^(?:the|an?|our|its|his|her|their|my|your|all|every|each)$/
const article = /^(?:the|an?|our|its|his|their|my|your)$/
const finite = /^(?:Verb|Copula|Modal|Auxiliary|PastTense|PresentTense)$/

export function mention(reading: Reading, from: number, to: number, more: Partial<Mention>): Mention {
  const surface = surfaceOf(reading.sentence.tokens.slice(from, to))
  return { from, to, surface, name: surface, type: undefined, isDoubtful: false, ...more }
}

export const surfaceOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join('')

export const wordAt = ({ sentence }: Reading, at: number): string => sentence.tokens[at]?.lower ?? ''

export function isFirstWord(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(0, at).every(({ kind }) => kind === 'mark')
}

export function isVerb({ sentence, tags }: Reading, at: number): boolean {
  const token = sentence.tokens[at]
  if (token === undefined || token.kind !== 'word' || article.test(sentence.tokens[at - 1]?.lower ?? '')) return false
  for (const tag of tags(token.start)) if (finite.test(tag)) return true
  // Verbs that the tagger takes for nouns or adjectives: "Replaced X by Y", "Argo CD syncs the manifests".
  if (/ed$/.test(token.lower)) return isFirstWord(sentence.tokens, at) && tags(token.start).size > 0
  if (!/[^s]s$/.test(token.lower) || !determiner.test(sentence.tokens[at + 1]?.lower ?? '')) return false
  const before = sentence.tokens[at - 1]
  return before?.isCapital === true && tags(token.start).size > 0
}
