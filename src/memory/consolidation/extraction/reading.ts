import type { NamedType } from './extraction.js'
import type { Tags } from './tagger.js'
import type { Sentence, Token } from './tokens.js'

/** A name in a sentence: its tokens `from` up to, but not, `to`. */
export interface Mention {
  readonly from: number
  readonly to: number
  readonly surface: string
  readonly name: string
  /** Undefined until what is said about it has been looked at. */
  readonly type: NamedType | undefined
  /** True for a capital that only begins the sentence: it needs a better reason. */
  readonly isDoubtful: boolean
}

/** A sentence and what helps to read it. */
export interface Reading {
  readonly sentence: Sentence
  readonly tags: Tags
  /** The context's project, lower case: in the text it may be an everyday word. */
  readonly project: string | null
  /** False for headlines and languages that capitalise more than names. */
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
  // Taken for a noun or adjective: "Replaced X by Y", "Argo CD syncs the manifests".
  if (/ed$/.test(token.lower)) return isFirstWord(sentence.tokens, at) && tags(token.start).size > 0
  if (!/[^s]s$/.test(token.lower) || !determiner.test(sentence.tokens[at + 1]?.lower ?? '')) return false
  const before = sentence.tokens[at - 1]
  return before?.isCapital === true && tags(token.start).size > 0
}
