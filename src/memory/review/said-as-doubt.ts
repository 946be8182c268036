import { sentencesIn } from '../recall/text/said-as.js'
import type { SaidAs, SentenceMark } from '../recall/text/sentence-mark.js'

/** A longer text says many things in many ways, and none of them is the whole. */
const maxSentences = 4

export interface SaidAsDoubt {
  /** The sentence that is said otherwise than the whole. */
  readonly quote: string
  /** How the sentences are said; null is stated. */
  readonly ways: readonly (SaidAs | null)[]
}

const wayOf = (mark: SentenceMark): SaidAs | null => {
  if (mark === 'report of a question') return 'question'
  return mark === 'stated' || mark === 'filler' ? null : mark
}

/** REC18: a short text whose sentences are said in several ways, of which its mark is one; undefined where there is no doubt. */
export function findSaidAsDoubt(text: string, mark: SaidAs | null): SaidAsDoubt | undefined {
  const sentences = sentencesIn(text)
  if (sentences.length < 2 || sentences.length > maxSentences) return undefined
  const said = sentences.map(({ text, mark }) => ({ text, way: wayOf(mark) }))
  const otherwise = said.find(({ way }) => way !== mark)
  if (otherwise === undefined) return undefined
  return { quote: otherwise.text, ways: [...new Set([mark, ...said.map(({ way }) => way)])] }
}
