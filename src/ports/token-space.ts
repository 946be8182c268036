/** The static model's tokens as points: what the soft match compares. Serves with every embedder. */
export interface TokenSpace {
  /** WordPiece ids of the text, in order, with repeats. */
  tokenize(text: string): Uint16Array
  /** The token's text as the vocabulary spells it (`##ing`). */
  spell(token: number): string
  /** Cosine of this token with every token of the vocabulary, by id. Not to be changed by the caller. */
  cosines(token: number): Float32Array
}
