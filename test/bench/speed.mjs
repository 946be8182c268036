// How fast it is, beside what the machine can do at all and beside the official memory server. See docs/benchmarks.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { describePostgresSpeed } from './postgres/describe-speed.mjs'
import { describeServer, withDatabase, withServer } from './postgres/server.mjs'
import { measureOnPostgres } from './postgres/speed.mjs'
import { describeRun, endProgress, storeSection, warnWhenBusy } from './report.mjs'
import { describeSpeed } from './speed/describe.mjs'
import { measureSize } from './speed/measure-size.mjs'
import { readSentences } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    sizes: { type: 'string' },
    million: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'sqlite' },
    /** Of PostgreSQL: stays, and is filled only once. */
    database: { type: 'string' },
  },
})
const isPostgres = options.engine === 'postgres'
const data = findData(resolve(import.meta.dirname, '../..', options.data))
if (data === undefined)
  process.stderr.write(`No benchmark data in ${options.data}: sentences are made from a word list.\n`)
const { sizes: wanted = isPostgres ? '100000' : '1000,10000,100000' } = options
const sizes = wanted.split(',').map(Number)
if (options.million) sizes.push(1_000_000)

warnWhenBusy()
const sentences = readSentences(data)
const queries = sentences.questions.slice(0, 240)
if (isPostgres) await speedOfPostgres()
else await speedOfFiles()

async function speedOfFiles() {
  const measured = []
  for (const size of sizes) measured.push(await measureSize(size, { sentences, data, queries }))
  endProgress()
  finish('speed', `## Speed\n\n${describeRun('npm run bench:speed')}\n\n${describeSpeed(measured)}`)
}

async function speedOfPostgres() {
  const measure = async (url) => {
    const measured = []
    for (const size of sizes) measured.push(await measureOnPostgres(url, size, { sentences, data, queries }))
    endProgress()
    const told = ['--engine postgres', options.million && '--million', options.database && '--database <url>']
    const command = `npm run bench:speed -- ${told.filter(Boolean).join(' ')}`
    const run = `${describeRun(command)} · ${await describeServer(url)}`
    finish('speed-postgres', `## Speed on PostgreSQL\n\n${run}\n\n${describePostgresSpeed(measured)}`)
  }
  if (options.database !== undefined) await measure(options.database)
  else await withServer((server) => withDatabase(server, measure))
}

function finish(section, body) {
  process.stdout.write(`${body}\n`)
  if (sizes.includes(100_000)) storeSection(section, body)
  else process.stdout.write('\nWithout 100,000 memories: docs/benchmarks.md stays as it is.\n')
}
