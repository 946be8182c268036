// A process of its own: fills a store through the public operations and prints how fast that went.
import { openWorldWeaver } from '#ww/index.js'
import { findData } from '../data.mjs'
import { importAll } from '../ingest.mjs'
import { episodes, readSentences, take } from './texts.mjs'

const [folder, sizeText, data] = process.argv.slice(2)
const size = Number(sizeText)
const chunk = 10_000
const all = episodes(readSentences(findData(data)))
const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null })
// Loading the model and opening the file is no part of the rate.
await mind.warmUp()

let ms = 0
let cpuMs = 0
for (let stored = 0; stored < size; stored += chunk) {
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
process.stdout.write(JSON.stringify({ perSecond: (size / ms) * 1000, cpuMs: cpuMs / size }))
