// What the workspace and consolidation read out of what is stored, and whether they are ever wrong without a word. See
// docs/benchmarks.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureReadGraph } from './reading/graph.mjs'
import { measurePlanners } from './reading/planners.mjs'
import { measureReadProse } from './reading/prose.mjs'
import { measureReadSkills } from './reading/skills.mjs'
import { describeRun, endProgress, storeSection } from './report.mjs'

/** Each part measures and describes one kind of reading; `--parts` chooses some of them. */
const parts = {
  planners: measurePlanners,
  prose: measureReadProse,
  graph: measureReadGraph,
  skills: measureReadSkills,
}

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: Object.keys(parts).join(',') },
    data: { type: 'string', default: '../shared/data' },
    /** Leaves out what must not be looked at while the product is changed. */
    development: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
  },
})
const chosen = options.parts.split(',')
const unknown = chosen.filter((part) => !(part in parts))
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
const isWhole = !options.development && Object.keys(parts).every((part) => chosen.includes(part))

const sections = []
for (const part of chosen) {
  sections.push(
    await parts[part]({
      data: resolve(import.meta.dirname, '../..', options.data),
      withSetAside: !options.development,
      showFailures: options.failures,
    }),
  )
}
endProgress()
const body = `
## Reading

${describeRun('npm run bench:reading')}

${sections.join('\n\n')}
`
process.stdout.write(`${body.trim()}\n`)
if (isWhole) storeSection('reading', body)
else process.stdout.write('\nNot the whole benchmark: docs/benchmarks.md stays as it is.\n')
