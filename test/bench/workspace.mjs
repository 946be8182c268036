// How exactly the workspace answers questions over a mixed store, and what that costs. See docs/benchmarks.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { median, p95 } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { readSentences } from './speed/texts.mjs'
import { describeAnswers, describeFailures, judgeAnswers } from './workspace/answers.mjs'
import { measureCollections } from './workspace/collection-speed.mjs'
import { measureCycles } from './workspace/cycle-speed.mjs'
import { createPublicMind } from './workspace/public-mind.mjs'
import { createPureMind } from './workspace/pure-mind.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    parts: { type: 'string', default: 'answers,cycles,speed' },
    pure: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1,2' },
    times: { type: 'string', default: '1' },
    records: { type: 'string', default: '100000' },
    failures: { type: 'boolean', default: false },
  },
})
const parts = options.parts.split(',')
const isWhole =
  ['answers', 'cycles', 'speed'].every((part) => parts.includes(part)) &&
  options.seeds === '1,2' &&
  options.times === '1' &&
  !options.pure
const mostMs = 50
warnWhenBusy()

const sections = []
if (parts.includes('answers')) {
  for (const seed of options.seeds.split(',').map(Number)) {
    progress(`seed ${seed}`)
    const judged = await judgeAnswers(options.pure ? createPureMind : createPublicMind, seed, Number(options.times))
    sections.push(describeAnswers(judged))
    endProgress()
    if (options.failures) process.stderr.write(`${describeFailures(judged)}\n`)
  }
}
if (parts.includes('cycles')) {
  const data = findData(resolve(import.meta.dirname, '../..', options.data))
  if (data === undefined)
    process.stderr.write(`No benchmark data in ${options.data}: sentences are made from a word list.\n`)
  const cycles = await measureCycles(Number(options.records), readSentences(data), progress)
  endProgress()
  sections.push(describeCycles(cycles))
}
if (parts.includes('speed')) {
  progress(`${options.records} records`)
  sections.push(describeSpeed(measureCollections(Number(options.records))))
  endProgress()
}

function describeCycles({ count, firstMs, broadcast, attend, collect }) {
  const row = (name, values, most) => [
    name,
    `${median(values).toFixed(1)} / ${p95(values).toFixed(1)}`,
    `≤ ${most}`,
    verdict(p95(values) <= most),
  ]
  return `${count.toLocaleString('en')} memories on the disk, with as many records; through the tools, in process, milliseconds, median / 95th percentile. The first question of a process reads the records: ${(firstMs / 1000).toFixed(1)} s.

${table(
  ['', 'measured', 'must, p95', ''],
  [
    row('`gwt_broadcast`', broadcast, 80),
    row('`gwt_attend`, two passes', attend, 250),
    row('`gwt_collection_query`', collect, 50),
  ],
)}`
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

Asked through the public tools. Records in every format, prose, prose that looks like a record, and graph paths, all made from a seed; the answers are computed from what the generator knows, by arithmetic of its own.

${sections.join('\n\n')}
`
process.stdout.write(`${body.trim()}\n`)
if (isWhole && Number(options.records) >= 100_000) storeSection('workspace', body)
else process.stdout.write('\nNot the whole benchmark: docs/benchmarks.md stays as it is.\n')
