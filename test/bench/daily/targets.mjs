import { mean } from '../numbers.mjs'
import { calibrationError, promisesIn } from './calibration.mjs'
import { answerMeasures, measures } from './measures.mjs'
import { falseAlarms, judgeMarks, namedChanges, shareOf } from './replacements.mjs'
import { differences } from './store-sizes.mjs'
import { offered } from './tools.mjs'

const atLeast = (must, aim) => ({ sign: '≥', must, aim, isMet: (value) => value >= must })
const atMost = (must, aim) => ({ sign: '≤', must, aim, isMet: (value) => value <= must })

/** The answers of all these worlds by one variant or baseline; undefined where it was not asked. */
export function answersOf(measured, how, variant) {
  const all = measured.map((each) => each[how].answers[variant])
  return all.length === 0 || all.includes(undefined) ? undefined : all.flat()
}

/** A measure of one variant over these worlds; undefined where it was not asked. */
function scored(measured, how, variant, measure) {
  const answers = answersOf(measured, how, variant)
  return answers === undefined ? undefined : { ...measures, ...answerMeasures }[measure](answers)
}

/** Of the questions of other worlds, in the same language or not, the share that was refused. */
export function refusedShare(measured, variant, isSameLanguage) {
  const asked = measured.flatMap(({ world, spread }) =>
    (spread.foreign[variant] ?? []).filter(({ language }) => (language === world.language) === isSameLanguage),
  )
  return asked.length === 0 ? undefined : mean(asked.map(({ isFlagged }) => (isFlagged ? 1 : 0)))
}

/** Of what `remember` said, by what was told: changes named, memories that change nothing given any. */
export function replacementShares(measured, variant) {
  if (!offered.mayReplace) return {}
  const told = measured.filter(({ spread }) => spread.mayReplace[variant] !== undefined)
  if (told.length === 0) return {}
  const over = (judge) => told.flatMap(({ world, spread }) => judge(world, spread.mayReplace[variant]))
  return { named: mean(over(namedChanges)), alarms: mean(over(falseAlarms)) }
}

/** Of what `recall` returned: the share that is marked `newer`, and the share marked wrongly. */
export function markShares(measured, variant) {
  if (!offered.newer) return {}
  const judged = measured.flatMap(({ world, spread }) => {
    const answers = spread.answers[variant]
    return answers === undefined ? [] : judgeMarks(world, answers)
  })
  return judged.length === 0 ? {} : { marked: shareOf(judged, 'isMarked'), wrong: shareOf(judged, 'isWrong') }
}

function errorOf(measured, variant) {
  const answers = answersOf(measured, 'spread', variant)
  return answers === undefined ? undefined : calibrationError(promisesIn(answers))
}

/**
 * What must hold, with what is aimed at: `english` are the worlds that the figures are given for, `german` those of
 * that language, `all` every world of the run; `pairs` are what `comparePairs` gave.
 */
export function targetsOf({ english, german, all, pairs }) {
  const rows = []
  const add = (what, limit, measured) => rows.push({ what, ...limit, measured })
  const addMeasures = (worlds, how, variant, name, limits) => {
    for (const [measure, limit] of Object.entries(limits))
      add(`${name}: ${measure}`, limit, scored(worlds, how, variant, measure))
  }
  addMeasures(english, 'spread', 'both', 'answers and wordings', {
    'gold@5': atLeast(0.9, 0.95),
    'gold@10': atLeast(0.95, 0.98),
    'any@10': atLeast(0.98, 1),
    'hit@1': atLeast(0.68, 0.8),
    'hit@3': atLeast(0.92, 0.96),
    'update: newest on the page': atLeast(0.95),
    'update: newest first': atLeast(0.6, 0.85),
    'update: outdated without its successor': atMost(0.02),
    'wrong one first': atMost(0.22, 0.1),
    'answerable flagged': atMost(0.01),
  })
  addMeasures(english, 'spread', 'answers', 'answers', {
    'gold@10': atLeast(0.89),
    'any@10': atLeast(0.93),
    'hit@1': atLeast(0.6),
  })
  addMeasures(english, 'spread', 'wordings', 'wordings', {
    'gold@10': atLeast(0.86),
    'any@10': atLeast(0.92),
    'hit@1': atLeast(0.56),
  })
  if (german.length > 0) {
    addMeasures(german, 'spread', 'wordings', 'German, wordings', { 'gold@10': atLeast(0.86) })
    addMeasures(german, 'spread', 'both', 'German, answers and wordings', {
      'gold@10': atLeast(0.9, 0.92),
      'any@10': atLeast(0.94, 0.96),
    })
  }
  addMeasures(english, 'spread', 'plain', 'plain', {
    'gold@5': atLeast(0.7),
    'gold@10': atLeast(0.8),
    'any@10': atLeast(0.87),
    'hit@1': atLeast(0.49),
    'hit@3': atLeast(0.7),
    'update: outdated without its successor': atMost(0.16),
    'wrong one first': atMost(0.32),
    'answerable flagged': atMost(0.05),
    'filler, share of characters': atMost(0.3),
    'a gold one at ≥ .5 in the first five': atLeast(0.3),
    'strangers per question': atMost(0.1),
  })
  addMeasures(english, 'burst', 'plain', 'plain, one burst', { 'strangers per question': atMost(0.1) })
  add('plain: questions of another world refused', atLeast(0.45), refusedShare(english, 'plain', true))
  for (const [variant, found] of Object.entries(pairs))
    add(`${variant}: the same pair in other stores, largest difference`, atMost(0.1), Math.max(...differences(found)))
  for (const variant of ['plain', 'both'])
    add(`${variant}: expected calibration error`, atMost(0.08), errorOf(all, variant))
  const { named, alarms } = replacementShares(all, 'answers')
  add('`may_replace` with answers: changes named', atLeast(0.5, 0.65), named)
  add('`may_replace` with answers: given where nothing changes', atMost(0.12), alarms)
  for (const variant of ['plain', 'both'])
    add(`${variant}: wrong \`newer\` marks, share of results`, atMost(0.08), markShares(all, variant).wrong)
  addMeasures(all, 'spread', 'plain', 'plain', { "not the memories' own, share of characters": atMost(0.2) })
  return rows
}
