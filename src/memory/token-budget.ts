/** The largest ceiling c per text with Σ min(tokens, c) ≤ budget. */
export function commonCeiling(tokens: readonly number[], budget: number): number {
  let left = Math.max(0, budget)
  const ascending = [...tokens].sort((a, b) => a - b)
  for (let i = 0; i < ascending.length; i++) {
    const share = left / (ascending.length - i)
    if (ascending[i] > share) return share
    left -= ascending[i]
  }
  return Number.POSITIVE_INFINITY
}

/** The size of a text, for the estimate of its tokens. Sizes of parts add up to that of the whole. */
export interface TextSize {
  readonly characters: number
  /** Those that are not ASCII. */
  readonly others: number
}

export function sizeOfText(text: string): TextSize {
  let others = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) others++
  return { characters: text.length, others }
}

/** Estimates one token per four ASCII characters and one per 1.5 others, as tokenizers of current models do. */
export const tokensOf = ({ characters, others }: TextSize): number =>
  Math.ceil((characters - others) / 4 + others / 1.5)

export const estimateTokens = (text: string): number => tokensOf(sizeOfText(text))
