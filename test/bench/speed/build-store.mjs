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
let lastRate = 0
for (let stored = 0; stored < size; stored += chunk) {
  const next = take(all, Math.min(chunk, size - stored))
  const start = performance.now()
  await importAll(mind, next)
  const took = performance.now() - start
  ms += took
  lastRate = (next.length / took) * 1000
  process.stderr.write(`  ${stored + next.length} stored, ${Math.round(lastRate)}/s\n`)
}
await mind.close()
process.stdout.write(
  JSON.stringify({
    perSecond: (size / ms) * 1000,
    lastPerSecond: lastRate,
    rssMb: process.resourceUsage().maxRSS / 1024,
  }),
)
