import type { SaidAs } from './sentence-mark.js'

/**
 * The index entry of a text, so that ranking does not read the text itself.
 * `indexText` computes it once, when the text is written.
 */
export interface TextIndex {
  /** Lexical terms (folded words, stems, bigrams of unspaced scripts, whole identifiers) and their counts. */
  readonly terms: ReadonlyMap<string, number>
  /** BM25's document length. */
  readonly length: number
  /** The first 400 distinct content tokens, as WordPiece ids, in order of appearance. */
  readonly tokens: Uint16Array
  /** Number of distinct content tokens in the whole text. */
  readonly contentTokens: number
  readonly isQuestion: boolean
  readonly namesTime: boolean
  /** REC18: null when it is stated as a fact. */
  readonly saidAs: SaidAs | null
  /** Folded name of the speaker, if the text or its context names one. */
  readonly speaker: string | null
  /** ISO 639-1; null when the text is too short. */
  readonly language: string | null
}
