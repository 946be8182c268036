/** The static model's tokens as points: what the soft match compares. Serves with every embedder. */
export interface TokenSpace {
  /** WordPiece ids of the text, in order, with repeats. */
  tokenize(text: string): Uint16Array
  /** The token's text as the vocabulary spells it (`##ing`). */
  spell(token: number): string
  /** How many tokens there are; ids are below. */
  readonly size: number
  /** The tokens whose cosine with this one is at least `floor`, itself among them. Not to be changed by the caller. */
  near(token: number, floor: number): NearTokens
}

export interface NearTokens {
  readonly tokens: Uint16Array
  /** Of `tokens`, in their order. */
  readonly cosines: Float32Array
}
