// How fast it is, beside what the machine can do at all and beside the official memory server. See docs/benchmarks.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { describeRun, endProgress, storeSection, warnWhenBusy } from './report.mjs'
import { describeSpeed } from './speed/describe.mjs'
import { measureSize } from './speed/measure-size.mjs'
import { readSentences } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    million: { type: 'boolean', default: false },
  },
})
const data = findData(resolve(import.meta.dirname, '../..', options.data))
if (data === undefined)
  process.stderr.write(`No benchmark data in ${options.data}: sentences are made from a word list.\n`)
const sizes = options.sizes.split(',').map(Number)
if (options.million) sizes.push(1_000_000)

warnWhenBusy()
const sentences = readSentences(data)
const queries = sentences.questions.slice(0, 240)
const measured = []
for (const size of sizes) measured.push(await measureSize(size, { sentences, data, queries }))
endProgress()

const body = `
## Speed

${describeRun('npm run bench:speed')}

${describeSpeed(measured)}
`
process.stdout.write(`${body.trim()}\n`)
if (sizes.includes(100_000)) storeSection('speed', body)
else process.stdout.write('\nWithout 100,000 memories: docs/benchmarks.md stays as it is.\n')
