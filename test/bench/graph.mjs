// How the knowledge graph holds up when it is large, and what consolidation costs. See docs/benchmarks.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { measureConsolidation } from './graph/consolidation.mjs'
import { buildGraph, measureGraph } from './graph/large-graph.mjs'
import { median, p95 } from './numbers.mjs'
import { describeRun, endProgress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { readSentences } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    entities: { type: 'string', default: '100000' },
    edges: { type: 'string', default: '1000000' },
    episodes: { type: 'string', default: '10000' },
  },
})
const data = findData(resolve(import.meta.dirname, '../..', options.data))
if (data === undefined)
  process.stderr.write(`No benchmark data in ${options.data}: sentences are made from a word list.\n`)
const size = { entities: Number(options.entities), edges: Number(options.edges), episodes: Number(options.episodes) }
warnWhenBusy()

const sentences = readSentences(data)
const folder = mkdtempSync(join(tmpdir(), 'ww-graph-'))
try {
  const ids = await buildGraph(folder, size, sentences)
  const graph = await measureGraph(folder, ids, sentences.questions.slice(0, 200))
  const consolidation = await measureConsolidation(size.episodes, sentences)
  endProgress()
  const count = (number) => number.toLocaleString('en')
  const ms = (values) => `${median(values).toFixed(1)} / ${p95(values).toFixed(1)}`
  const timed = [
    ['spread_activation, 3 steps', graph.spread, 60],
    ['semantic_recall, 3 context entities', graph.recall, 60],
    ['supersede_fact', graph.supersede, 15],
  ]
  const { light, deep, recallsMeanwhile, peakMb, beforeMb } = consolidation
  const seconds = (result) => `${(result.ms / 1000).toFixed(1)} s`
  const body = `
## Graph and consolidation

${describeRun('npm run bench:graph')}

${count(size.entities)} entities, ${count(size.edges)} edges; in process, through the operations, milliseconds, median / 95th percentile.

${table(
  ['', 'measured', 'must, p95', ''],
  timed.map(([name, values, most]) => [name, ms(values), `≤ ${most}`, verdict(p95(values) <= most)]),
)}

Consolidating ${count(size.episodes)} new episodes, while another process recalls:

${table(
  ['', 'measured', 'must', ''],
  [
    ['light', seconds(light), '', ''],
    ['deep', seconds(deep), '', ''],
    ['both', seconds({ ms: light.ms + deep.ms }), '≤ 60 s', verdict(light.ms + deep.ms <= 60_000)],
    ['entities, relations found', `${count(deep.entities)}, ${count(deep.relations)}`, '', ''],
    ['recalls answered meanwhile, ms', ms(recallsMeanwhile), '', ''],
    ['memory of the process before / at most', `${beforeMb} / ${peakMb} MB`, '', ''],
  ],
)}
`
  process.stdout.write(`${body.trim()}\n`)
  if (size.entities >= 100_000 && size.edges >= 1_000_000) storeSection('graph', body)
  else process.stdout.write('\nSmaller than the full size: docs/benchmarks.md stays as it is.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
