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
    /** The means alone, without the lines that take recall apart. */
    json: { type: 'boolean', default: false },
  },
})
const aside = 'set aside'
const halves = ['development', aside].filter((half) => options.half === undefined || half === options.half)
const measures = {
  'fraction@10': (ranked, gold) => fractionFound(ranked, gold, 10),
  'fraction@5': (ranked, gold) => fractionFound(ranked, gold, 5),
  MRR: reciprocalRank,
}

const started = performance.now()
const answers = {}
for (const half of halves) answers[half] = await replay(readHalf(half), { takesApart: !options.json })
endProgress()
if (options.json)
  process.stdout.write(`${JSON.stringify(Object.fromEntries(halves.map((half) => [half, meansOf(half)])))}\n`)
else report()
if (options.misses) printMisses(answers.development ?? [])

/** The mean of a measure over a half's questions, or over those of one type. */
function score(half, line, measure, type) {
  const asked = answers[half].filter(({ question }) => type === undefined || question.type === type)
  return mean(asked.map(({ question, ranked }) => measures[measure](ranked[line], question.gold)))
}

function strangersIn(half) {
  return answers[half].reduce((sum, { strangers }) => sum + strangers, 0)
}

function meansOf(half) {
  const of = (line) => Object.fromEntries(Object.keys(measures).map((measure) => [measure, score(half, line, measure)]))
  return { questions: answers[half].length, strangers: strangersIn(half), [tool]: of(tool), [plain]: of(plain) }
}

function report() {
  const isWhole = halves.length === 2
  const counts = halves.map((half) => `${answers[half].length} questions ${half === aside ? aside : `for ${half}`}`)
  const body = `
## A coding agent's memory

${describeRun('npm run bench:agent')}

${counts.join(', ')}; \`test/bench/agent/data\` says how they were written. Each is asked at its
time, when only what came before it is known, within its project. *fraction@10* is the mean share of what has to be found
among the first ten. \`${plain}\` ranks the same turns by plain BM25; the other lines are parts of recall's own score.

${byType()}

${byLine()}
${isWhole ? `\n${targets()}\n` : ''}`
  process.stdout.write(`${body.trim()}\n\n${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  if (isWhole) storeSection('agent', body)
  else process.stdout.write('A partial run: docs/benchmarks.md stays as it is.\n')
}

function byType() {
  const of = (half, type) => answers[half].filter(({ question }) => question.type === type).length
  const types = [...new Set(halves.flatMap((half) => answers[half].map(({ question }) => question.type)))].sort()
  return inColumns(`${tool} / ${plain}`, [...types, undefined], (type, half, measure) => {
    if (half === undefined)
      return type === undefined ? '**all**' : `${type} (${halves.map((each) => of(each, type)).join(' + ')})`
    return `${three(score(half, tool, measure, type))} / ${three(score(half, plain, measure, type))}`
  })
}

function byLine() {
  return inColumns('ranked by', lines, (line, half, measure) =>
    half === undefined ? line : three(score(half, line, measure)),
  )
}

/** A column for each measure in each half, after one that names the row. */
function inColumns(title, rows, cell) {
  const columns = halves.flatMap((half) => Object.keys(measures).map((measure) => [half, measure]))
  return table(
    [title, ...columns.map(([half, measure]) => `${measure}, ${half}`)],
    rows.map((row) => [cell(row), ...columns.map((column) => cell(row, ...column))]),
  )
}

function targets() {
  const found = score(aside, tool, 'fraction@10')
  const ahead = found - score(aside, plain, 'fraction@10')
  const strangers = halves.reduce((sum, half) => sum + strangersIn(half), 0)
  return table(
    ['target', 'must', 'measured', ''],
    [
      ['fraction@10, set aside', '≥ .85', three(found), verdict(found >= 0.85)],
      ['– ahead of BM25 by', '≥ .10', three(ahead), verdict(ahead >= 0.1)],
      ["another project's turns among the answers", 0, strangers, verdict(strangers === 0)],
    ],
  )
}

function three(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(3).replace(/^(-?)0\./, '$1.')
}

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
      const places = Object.keys(ranked).map((line) => `${line} ${place(line, turns)}`)
      process.stdout.write(`  ${turns.join('|')}: ${places.join(', ')}\n`)
    }
  }
}
