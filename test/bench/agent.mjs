// How well recall finds what a coding agent was told: transcripts and questions of our own. See docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { readHalf } from './agent/read.mjs'
import { lines, plain, replay, tool } from './agent/replay.mjs'
import { fractionFound, reciprocalRank } from './agent/scores.mjs'
import { mean } from './numbers.mjs'
import { describeRun, endProgress, storeSection, table, verdict } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    /** `development` alone leaves the page as it is, and leaves the other half unseen. */
    half: { type: 'string' },
    /** What the first ten lack, of the development half only: whoever looks at the other can no longer set it aside. */
    misses: { type: 'boolean', default: false },
  },
})
const halves = ['development', 'set aside'].filter((half) => options.half === undefined || half === options.half)
const started = performance.now()

const measures = {
  'fraction@10': ({ ranked, gold }) => fractionFound(ranked, gold, 10),
  'fraction@5': ({ ranked, gold }) => fractionFound(ranked, gold, 5),
  MRR: ({ ranked, gold }) => reciprocalRank(ranked, gold),
}
const answers = {}
for (const half of halves) answers[half] = await replay(readHalf(half))
endProgress()

const three = (value) => (Number.isNaN(value) ? '–' : value.toFixed(3).replace(/^(-?)0\./, '$1.'))
/** The mean of a measure over a half's questions, or over those of one type. */
const score = (half, line, measure, type) =>
  mean(
    answers[half]
      .filter(({ question }) => type === undefined || question.type === type)
      .map(({ question, ranked }) => measures[measure]({ ranked: ranked[line], gold: question.gold })),
  )
const count = (half, type) => answers[half].filter(({ question }) => question.type === type).length
const columns = halves.flatMap((half) => Object.keys(measures).map((measure) => ({ half, measure })))
const types = [...new Set(halves.flatMap((half) => answers[half].map(({ question }) => question.type)))].sort()

const byType = table(
  [`${tool} / ${plain}`, ...columns.map(({ half, measure }) => `${measure}, ${half}`)],
  [...types, undefined].map((type) => [
    type === undefined ? '**all**' : `${type} (${halves.map((half) => count(half, type)).join(' + ')})`,
    ...columns.map(
      ({ half, measure }) => `${three(score(half, tool, measure, type))} / ${three(score(half, plain, measure, type))}`,
    ),
  ]),
)
const byLine = table(
  ['ranked by', ...columns.map(({ half, measure }) => `${measure}, ${half}`)],
  lines.map((line) => [line, ...columns.map(({ half, measure }) => three(score(half, line, measure)))]),
)
const targets = () => {
  const found = score('set aside', tool, 'fraction@10')
  const ahead = found - score('set aside', plain, 'fraction@10')
  return table(
    ['target, on the half set aside', 'must', 'measured', ''],
    [
      ['fraction@10', '≥ .85', three(found), verdict(found >= 0.85)],
      ['– ahead of BM25 by', '≥ .10', three(ahead), verdict(ahead >= 0.1)],
    ],
  )
}
const isWhole = halves.length === 2
const body = `
## A coding agent's memory

${describeRun('npm run bench:agent')}

${halves.map((half) => `${answers[half].length} questions in the ${half === 'development' ? 'development half' : 'half set aside'}`).join(', ')}; \`test/bench/agent/data\` says how they were written. Each is asked at its
time, when only what came before it is known, within its project. *fraction@10* is the mean share of what has to be found
among the first ten. \`${plain}\` ranks the same turns by plain BM25; the other lines are parts of recall's own score.

${byType}

${byLine}
${isWhole ? `\n${targets()}\n` : ''}`
process.stdout.write(`${body.trim()}\n\n${((performance.now() - started) / 1000).toFixed(0)} s\n`)
if (options.misses) printMisses(answers.development ?? [])
if (isWhole) storeSection('agent', body)
else process.stdout.write('A partial run: docs/benchmarks.md stays as it is.\n')

function printMisses(answered) {
  for (const { question, ranked } of answered) {
    const place = (line, turns) => {
      const at = ranked[line].findIndex((turn) => turns.includes(turn))
      return at < 0 ? '–' : at + 1
    }
    const lacking = question.gold.filter((turns) => fractionFound(ranked[tool], [turns], 10) === 0)
    if (lacking.length === 0) continue
    process.stdout.write(`${question.id} ${question.type}: ${question.text}\n`)
    for (const turns of lacking) {
      process.stdout.write(`  ${turns.join('|')}: ${lines.map((line) => `${line} ${place(line, turns)}`).join(', ')}\n`)
    }
  }
}
