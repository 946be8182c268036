/** The static model's tokens as vectors, for soft matching; used with every embedder. */
export interface TokenSpace {
  /** WordPiece ids of the text, in order, with repeats. */
  tokenize(text: string): Uint16Array
  /** The token's text as the vocabulary spells it (`##ing`). */
  spell(token: number): string
  /** The number of tokens; every id is smaller. */
  readonly size: number
  /** The tokens whose cosine with this one is at least `floor`, including itself. The caller must not change them. */
  near(token: number, floor: number): NearTokens
}

export interface NearTokens {
  readonly tokens: Uint16Array
  /** The cosine of each token. */
  readonly cosines: Float32Array
}
