// A process of its own: fills a store through the public operations and prints how fast that went.
// In a database (the last two arguments) it goes on where one before it was stopped.
import { openWorldWeaver } from '#ww/index.js'
import { findData } from '../data.mjs'
import { importAll } from '../ingest.mjs'
import { episodes, readSentences, take } from './texts.mjs'

const [folder, sizeText, data, databaseUrl, tenant] = process.argv.slice(2)
const size = Number(sizeText)
const chunk = 10_000
const all = episodes(readSentences(findData(data)))
const place = databaseUrl === undefined ? {} : { databaseUrl, tenant }
const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null, ...place })
// Loading the model and opening the file is no part of the rate.
await mind.warmUp()
const before = databaseUrl === undefined ? 0 : (await mind.call('memory_stats', {})).collections.episodes
take(all, Math.min(before, size))

let ms = 0
let cpuMs = 0
for (let stored = before; stored < size; stored += chunk) {
  const next = take(all, Math.min(chunk, size - stored))
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  await importAll(mind, next)
  const took = performance.now() - start
  ms += took
  const { user, system } = process.cpuUsage(cpu)
  cpuMs += (user + system) / 1000
  process.stderr.write(`  ${stored + next.length} stored, ${Math.round((next.length / took) * 1000)}/s\n`)
}
await mind.close()
const added = size - before
process.stdout.write(JSON.stringify({ perSecond: (added / ms) * 1000, cpuMs: cpuMs / added }))
