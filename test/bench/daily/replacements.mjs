import { mean } from '../numbers.mjs'

const isAboutChange = ({ type }) => type === 'update' || type === 'history'

/** The changes that a world holds: of each `update` question the current memories and the earlier ones that are not. */
export function changesIn({ memories, questions }) {
  const at = new Map(memories.map((memory) => [memory.id, memory.at]))
  const changes = new Map()
  for (const { type, gold, notFirst } of questions) {
    if (type !== 'update') continue
    const older = notFirst.filter((id) => gold.some((newer) => at.get(id) < at.get(newer)))
    if (older.length > 0) changes.set(`${gold} ${older}`, { newer: gold, older })
  }
  return [...changes.values()]
}

/** For each change 1 when what a current memory may replace names one that is outdated. */
export const namedChanges = (world, mayReplace) =>
  changesIn(world).map(({ newer, older }) =>
    newer.some((id) => (mayReplace.get(id) ?? []).some((named) => older.includes(named))) ? 1 : 0,
  )

/** For each memory that changes nothing, being gold of no `update` or `history` question, 1 when it was given any. */
export function falseAlarms({ memories, questions }, mayReplace) {
  const changing = new Set(questions.filter(isAboutChange).flatMap(({ gold }) => gold))
  return memories.filter(({ id }) => !changing.has(id)).map(({ id }) => ((mayReplace.get(id) ?? []).length > 0 ? 1 : 0))
}

/**
 * Judges a mark "this newer one may have replaced it". Right: the newer one is later, and some `update` or `history`
 * question has both, at least one of them as gold. A change that no question asks about counts as wrong.
 */
function createMarkJudge({ memories, questions }) {
  const at = new Map(memories.map((memory) => [memory.id, memory.at]))
  const about = questions.filter(isAboutChange).map(({ gold, notFirst }) => ({ gold, all: [...gold, ...notFirst] }))
  return (older, newer) =>
    at.get(newer) > at.get(older) &&
    about.some(
      ({ gold, all }) => all.includes(older) && all.includes(newer) && (gold.includes(older) || gold.includes(newer)),
    )
}

/** Of all results the share that is marked, and the share with a wrong mark. */
export function judgeMarks(world, answers) {
  const isRight = createMarkJudge(world)
  const results = answers.flatMap((answer) => answer.results)
  return results.map(({ id, newer }) => ({
    isMarked: newer.length > 0,
    isWrong: newer.some((other) => !isRight(id, other)),
  }))
}

export const shareOf = (judged, field) => mean(judged.map((each) => (each[field] ? 1 : 0)))
