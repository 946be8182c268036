/** Share of what has to be found that is among the first `count`; of turns that say the same, any will do. */
export function fractionFound(ranked, gold, count) {
  const first = new Set(ranked.slice(0, count))
  return gold.filter((turns) => turns.some((turn) => first.has(turn))).length / gold.length
}

/** 1 / the place of the first turn that helps, among the first ten; else 0. */
export function reciprocalRank(ranked, gold) {
  const helpful = new Set(gold.flat())
  const place = ranked.slice(0, 10).findIndex((turn) => helpful.has(turn))
  return place < 0 ? 0 : 1 / (place + 1)
}
