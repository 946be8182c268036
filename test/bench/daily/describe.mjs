import { quantile } from '../numbers.mjs'
import { table, verdict } from '../report.mjs'
import { baselines } from './baseline.mjs'
import { calibrationError, promisesIn, reliability } from './calibration.mjs'
import { isReported, variants } from './measure.mjs'
import { answerMeasures, measures } from './measures.mjs'
import { changesIn } from './replacements.mjs'
import { differences } from './store-sizes.mjs'
import { answersOf, markShares, refusedShare, replacementShares, targetsOf } from './targets.mjs'

const reported = variants.filter(isReported)

const two = (value) => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(2).replace(/^(-?)0\./, '$1.'))

/** The tables of one group of worlds. */
export function describeGroup(name, measured) {
  const count = (how) => answersOf(measured, how, 'plain').length
  return `### ${name}

${count('spread')} questions, told over ten months:

${byMeasure(measured, 'spread', variants)}

${byType(measured)}

Told in one burst, ${count('burst')} questions:

${byMeasure(measured, 'burst', reported)}`
}

/** A row for each measure, a column for each variant and each baseline, which has nothing but an order. */
function byMeasure(measured, how, names) {
  const columns = [...names, ...Object.keys(baselines)]
  const answers = Object.fromEntries(columns.map((column) => [column, answersOf(measured, how, column)]))
  const row = (title, measure, among) => [
    title,
    ...columns.map((column) => (among.includes(column) ? two(measure(answers[column])) : undefined)),
  ]
  const rows = [
    ...Object.entries(measures).map(([title, measure]) => row(title, measure, columns)),
    ...Object.entries(answerMeasures).map(([title, measure]) => row(title, measure, names)),
    row('expected calibration error', (each) => calibrationError(promisesIn(each)), names),
  ]
  const isKnown = ([, ...cells]) => cells.some((cell) => cell !== undefined && cell !== '–')
  return table([how, ...columns], rows.filter(isKnown))
}

function byType(measured) {
  const shown = ['hit@1', 'gold@10']
  const answers = Object.fromEntries(reported.map((variant) => [variant, answersOf(measured, 'spread', variant)]))
  const types = [...new Set(answers.plain.map(({ question }) => question.type))].filter((type) => type !== 'none')
  const columns = reported.flatMap((variant) => shown.map((measure) => ({ variant, measure })))
  return table(
    ['type', 'questions', ...columns.map(({ variant, measure }) => `${measure}, ${variant}`)],
    types.map((type) => {
      const of = (variant) => answers[variant].filter(({ question }) => question.type === type)
      return [type, of('plain').length, ...columns.map(({ variant, measure }) => two(measures[measure](of(variant))))]
    }),
  )
}

/** What was refused of the questions to which nothing was ever told. */
export function describeRefusals(measured) {
  const columns = reported.flatMap((variant) => [true, false].map((isSame) => ({ variant, isSame })))
  return table(
    ['told', ...columns.map(({ variant, isSame }) => `${variant}, ${isSame ? 'same language' : 'another language'}`)],
    measured.map((each) => [
      each.world.name,
      ...columns.map(({ variant, isSame }) => two(refusedShare([each], variant, isSame))),
    ]),
  )
}

export function describeCalibration(measured) {
  const bins = reported.map((variant) => reliability(promisesIn(answersOf(measured, 'spread', variant))))
  return table(
    ['relevance', ...reported.flatMap((variant) => [`${variant}: results`, 'mean relevance', 'gold'])],
    bins[0].map(({ from }, place) => [
      `${two(from)} – ${two(from + 0.1)}`,
      ...bins.flatMap((each) => {
        const { count, promised, kept } = each[place]
        return [count, two(promised), two(kept)]
      }),
    ]),
  )
}

export function describePairs(pairs) {
  if (Object.keys(pairs).length === 0) return 'No English world is part of this run.'
  return table(
    ['the same pair', 'pairs', 'largest difference', '90th percentile', 'median'],
    Object.entries(pairs).map(([variant, found]) => {
      const each = differences(found)
      return [variant, each.length, two(Math.max(...each)), two(quantile(each, 0.9)), two(quantile(each, 0.5))]
    }),
  )
}

export function describeReplacements(groups) {
  const told = variants.filter((name) => name === 'plain' || name === 'answers')
  return table(
    [
      'worlds',
      'changes',
      ...told.flatMap((name) => [`named, ${name}`, `alarms, ${name}`]),
      ...reported.flatMap((name) => [`marked, ${name}`, `wrongly, ${name}`]),
    ],
    groups.map(({ name, measured }) => [
      name,
      measured.flatMap(({ world }) => changesIn(world)).length,
      ...told.flatMap((variant) => {
        const { named, alarms } = replacementShares(measured, variant)
        return [two(named), two(alarms)]
      }),
      ...reported.flatMap((variant) => {
        const { marked, wrong } = markShares(measured, variant)
        return [two(marked), two(wrong)]
      }),
    ]),
  )
}

export function describeTargets(run) {
  const rows = targetsOf(run).map(({ what, sign, must, aim, isMet, measured }) => {
    const isMeasured = measured !== undefined && !Number.isNaN(measured)
    return [
      what,
      `${sign} ${two(must)}`,
      aim === undefined ? '' : `${sign} ${two(aim)}`,
      two(measured),
      isMeasured ? verdict(isMet(measured)) : 'not measured',
    ]
  })
  return table(['target', 'must', 'aim', 'measured', ''], rows)
}
