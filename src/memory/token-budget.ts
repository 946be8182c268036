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

/** Estimates one token per four ASCII characters and one per 1.5 others, as tokenizers of current models do. */
export function estimateTokens(text: string): number {
  let others = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) others++
  return Math.ceil((text.length - others) / 4 + others / 1.5)
}
