/**
 * What is kept beside a text so that recall never reads the text itself.
 * Made once, when the text is written, by `analyseText`.
 */
export interface TextIndex {
  /** Lexical terms (folded words, stems, bigrams of unspaced scripts, whole identifiers) and their counts. */
  readonly terms: ReadonlyMap<string, number>
  /** BM25's document length. */
  readonly length: number
  /** The first 400 distinct content tokens, as WordPiece ids, in order of appearance. */
  readonly tokens: Uint16Array
  /** How many distinct content tokens the whole text has. */
  readonly contentTokens: number
  readonly isQuestion: boolean
  readonly namesTime: boolean
  /** Folded name of who speaks, when the text or its context says so. */
  readonly speaker: string | null
  /** ISO 639-1, when the text is long enough to tell. */
  readonly language: string | null
}
