/** Relevance from which a result reads as an answer, and under which it is filler (REC14, REC20). */
const strong = 0.5
const weakest = 0.05

/** 1 when one of `gold` is among the first `count`. */
export const hitAt = (ids, gold, count) => (ids.slice(0, count).some((id) => gold.includes(id)) ? 1 : 0)

/** Share of `gold` among the first `count`. */
export function goldAt(ids, gold, count) {
  const first = new Set(ids.slice(0, count))
  return gold.filter((id) => first.has(id)).length / gold.length
}

/** 1 when one that must not is returned above the first gold one, or without any. */
export function wrongFirst(ids, { gold, notFirst }) {
  const right = ids.findIndex((id) => gold.includes(id))
  const wrong = ids.findIndex((id) => notFirst.includes(id))
  return wrong >= 0 && (right < 0 || wrong < right) ? 1 : 0
}

/** 1 when an outdated one is among the first ten and its successor is not. */
export const outdatedAlone = (ids, { gold, notFirst }) => hitAt(ids, notFirst, 10) * (1 - hitAt(ids, gold, 10))

/** How many of the first five read as answers and are neither gold nor known to be near it. */
export const strangersIn = (results, { gold, notFirst }) =>
  results.slice(0, 5).filter(({ id, relevance }) => relevance >= strong && ![...gold, ...notFirst].includes(id)).length

/** 1 when a gold one of the first five reads as an answer. */
export const strongGold = (results, { gold }) =>
  results.slice(0, 5).some(({ id, relevance }) => relevance >= strong && gold.includes(id)) ? 1 : 0

/** Share of the returned characters that belong to results of no relevance. */
export function fillerShare(answers) {
  const results = answers.flatMap((answer) => answer.results)
  const filler = results.filter(({ relevance }) => relevance < weakest)
  return sum(filler, 'characters') / sum(results, 'characters')
}

/** Share of the results that are marked as planned, asked, denied or hearsay; NaN where none is. */
export function saidAsShare(answers) {
  const results = answers.flatMap((answer) => answer.results)
  const marked = results.filter(({ saidAs }) => saidAs !== undefined)
  return marked.length === 0 ? Number.NaN : marked.length / results.length
}

/**
 * How many characters of a tool's text are the memories' own: as they are, with their white space put together, or as
 * JSON writes them. A content that is not in the text counts nothing.
 */
export function ownCharacters(text, contents) {
  const squeeze = (string) => string.replaceAll(/\s+/g, ' ').trim()
  const squeezed = squeeze(text)
  const isIn = (content) =>
    text.includes(content) || text.includes(JSON.stringify(content).slice(1, -1)) || squeezed.includes(squeeze(content))
  return contents.filter(isIn).reduce((total, { length }) => total + length, 0)
}

/** Share of the characters of the tools' answers that are not the memories' own. */
export const frameShare = (answers) => 1 - sum(answers, 'ownCharacters') / sum(answers, 'answerCharacters')

function sum(items, field) {
  return items.reduce((total, item) => total + item[field], 0)
}
