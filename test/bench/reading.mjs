// What the planners of the workspace read out of what is stored, and whether they are ever wrong without a word. See
// docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { measurePlanners } from './reading/planners.mjs'
import { describeRun, storeSection } from './report.mjs'

/** Each part measures and describes one kind of reading; `--parts` chooses some of them. */
const parts = { planners: measurePlanners }

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: Object.keys(parts).join(',') },
    development: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
  },
})
const chosen = options.parts.split(',')
const isWhole = !options.development && Object.keys(parts).every((part) => chosen.includes(part))

const sections = []
for (const part of chosen) {
  sections.push(await parts[part]({ withSetAside: !options.development, showFailures: options.failures }))
}
const body = `
## Reading

${describeRun('npm run bench:reading')}

${sections.join('\n\n')}
`
process.stdout.write(`${body.trim()}\n`)
if (isWhole) storeSection('reading', body)
else process.stdout.write('\nNot the whole benchmark: docs/benchmarks.md stays as it is.\n')
