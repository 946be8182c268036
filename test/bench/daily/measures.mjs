import { mean } from '../numbers.mjs'
import {
  fillerShare,
  frameShare,
  goldAt,
  hitAt,
  outdatedAlone,
  saidAsShare,
  strangersIn,
  strongGold,
  wrongFirst,
} from './score.mjs'

/** What each row of the tables is, over the answers to one world's questions or to several worlds'. */
export const measures = {
  'hit@1': overAnswerable(({ ids, question }) => hitAt(ids, question.gold, 1)),
  'hit@3': overAnswerable(({ ids, question }) => hitAt(ids, question.gold, 3)),
  'gold@5': overAnswerable(({ ids, question }) => goldAt(ids, question.gold, 5)),
  'gold@10': overAnswerable(({ ids, question }) => goldAt(ids, question.gold, 10)),
  'any@10': overAnswerable(({ ids, question }) => hitAt(ids, question.gold, 10)),
  'update: newest first': overUpdates(({ ids, question }) => hitAt(ids, question.gold, 1)),
  'update: newest on the page': overUpdates(({ ids, question }) => hitAt(ids, question.gold, 10)),
  'update: outdated without its successor': overUpdates(({ ids, question }) => outdatedAlone(ids, question)),
  'wrong one first': over(
    ({ gold, notFirst }) => gold.length > 0 && notFirst.length > 0,
    ({ ids, question }) => wrongFirst(ids, question),
  ),
}

/** Those that need a relevance or a flag, which a ranking alone does not have. */
export const answerMeasures = {
  'answerable flagged': overAnswerable(({ isFlagged }) => (isFlagged ? 1 : 0)),
  '`none` refused': over(
    ({ type }) => type === 'none',
    ({ isFlagged }) => (isFlagged ? 1 : 0),
  ),
  'strangers per question': over(
    () => true,
    ({ results, question }) => strangersIn(results, question),
  ),
  'a gold one at ≥ .5 in the first five': overAnswerable(({ results, question }) => strongGold(results, question)),
  'returned per question': over(
    () => true,
    ({ results }) => results.length,
  ),
  'left out per question': over(
    () => true,
    ({ leftOut = Number.NaN }) => leftOut,
  ),
  'marked `said_as`, share of results': saidAsShare,
  'filler, share of characters': fillerShare,
  "not the memories' own, share of characters": frameShare,
}

/** The mean of `score` over the answers to questions that `isMeant` chooses; NaN where there are none. */
function over(isMeant, score) {
  return (answers) =>
    mean(
      answers
        .filter(({ question }) => isMeant(question))
        .map((answer) => score({ ids: answer.results.map(({ id }) => id), ...answer })),
    )
}

function overAnswerable(score) {
  return over(({ gold }) => gold.length > 0, score)
}

function overUpdates(score) {
  return over(({ type }) => type === 'update', score)
}
