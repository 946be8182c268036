/** Share of the evidence among the first ten. */
export function turnFraction(turns, evidence) {
  const first = new Set(turns.slice(0, 10))
  return evidence.filter((turn) => first.has(turn)).length / evidence.length
}

/** 1 when a session of the evidence is among the first five to appear in the first hundred turns. */
export function sessionHit(turns, evidence, sessionOf) {
  const sessions = [...new Set(turns.slice(0, 100).map(sessionOf))].slice(0, 5)
  return evidence.some((turn) => sessions.includes(sessionOf(turn))) ? 1 : 0
}

/** nDCG@10 with the grades as gains, as BEIR's evaluation (trec_eval) counts it. */
export function ndcg(ids, grades) {
  const gain = (list) => list.slice(0, 10).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)
  const ideal = gain([...grades.values()].sort((a, b) => b - a))
  return ideal === 0 ? 0 : gain(ids.map((id) => grades.get(id) ?? 0)) / ideal
}
