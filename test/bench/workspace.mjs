// How exactly the workspace answers questions over a mixed store, and what that costs. See docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { median, p95 } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { describeAnswers, describeFailures, judgeAnswers } from './workspace/answers.mjs'
import { measureCollections } from './workspace/collection-speed.mjs'
import { createPureMind } from './workspace/pure-mind.mjs'

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'answers,speed' },
    seeds: { type: 'string', default: '1,2' },
    times: { type: 'string', default: '1' },
    records: { type: 'string', default: '100000' },
    failures: { type: 'boolean', default: false },
  },
})
const parts = options.parts.split(',')
const isWhole = parts.includes('answers') && parts.includes('speed') && options.seeds === '1,2' && options.times === '1'
const mostMs = 50
warnWhenBusy()

const sections = []
if (parts.includes('answers')) {
  for (const seed of options.seeds.split(',').map(Number)) {
    progress(`seed ${seed}`)
    const judged = await judgeAnswers(createPureMind, seed, Number(options.times))
    sections.push(describeAnswers(judged))
    endProgress()
    if (options.failures) process.stderr.write(`${describeFailures(judged)}\n`)
  }
}
if (parts.includes('speed')) {
  progress(`${options.records} records`)
  sections.push(describeSpeed(measureCollections(Number(options.records))))
  endProgress()
}

function describeSpeed({ records, buildMs, operations, questions, afterWrite }) {
  const pair = (values) => `${median(values).toFixed(1)} / ${p95(values).toFixed(1)}`
  const row = (name, { ms, processorMs }) => [name, pair(ms), pair(processorMs), verdict(p95(ms) <= mostMs)]
  const head = ['', 'ms', 'processor ms', `p95 ≤ ${mostMs}`]
  return `${records.toLocaleString('en')} records, parsed and tabled in ${(buildMs / 1000).toFixed(1)} s; in process, milliseconds, median / 95th percentile, by the clock and of the processor.

${table(head, [...operations.map((each) => row(`\`${each.name}\``, each)), row('`count`, first after a write', afterWrite)])}

What a question means, without and with its answer:

${table(
  ['', 'understanding', 'and answering, ms', 'processor ms', `p95 ≤ ${mostMs}`],
  questions.map(({ question, isUnderstood, interpreting, answering }) => [
    isUnderstood ? question : `${question} (not about records)`,
    pair(interpreting.ms),
    ...row('', answering).slice(1),
  ]),
)}`
}

const body = `
## Workspace

${describeRun('npm run bench:workspace')}

The planners of the workspace over a record table and a triple index in memory. Records in every format, prose, prose that looks like a record, and graph paths, all made from a seed; the answers are computed from what the generator knows, by arithmetic of its own.

${sections.join('\n\n')}
`
process.stdout.write(`${body.trim()}\n`)
if (isWhole && Number(options.records) >= 100_000) storeSection('workspace', body)
else process.stdout.write('\nNot the whole benchmark: docs/benchmarks.md stays as it is.\n')
