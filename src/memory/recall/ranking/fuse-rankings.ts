/** A ranking, best first, and how much it counts. */
export interface WeightedRanking {
  readonly ids: readonly string[]
  readonly weight: number
}

/** Weakens the lead of the first places; small, since the lists are short and their beginnings good. */
const offset = 10

/** Reciprocal rank fusion: Σ weight / (offset + rank). Cormack, Clarke & Büttcher (2009). Ties by first appearance. */
export function fuseRankings(rankings: readonly WeightedRanking[]): readonly string[] {
  const scores = new Map<string, number>()
  for (const { ids, weight } of rankings) {
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (offset + rank))
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
