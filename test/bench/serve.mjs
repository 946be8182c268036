// `ww serve` under load: recalls and writes over REST, beside the bare framework. See docs/benchmarks.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { createRandom, median, quantile } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { startChild } from './serve/child.mjs'
import { openConnections } from './serve/connections.mjs'
import { measureAtRate, measureMost } from './serve/load.mjs'
import { episodes, readSentences, take } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    size: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    writes: { type: 'string', default: '0.2' },
    connections: { type: 'string', default: '32' },
    dry: { type: 'boolean', default: false },
  },
})
const [size, rate, seconds, writes, connections] = ['size', 'rate', 'seconds', 'writes', 'connections'].map((name) =>
  Number(options[name]),
)
const data = findData(resolve(import.meta.dirname, '../..', options.data))
/** Where the wanted rate is more than there can be, so much of the most: a queue that only grows measures nothing. */
const bearable = 0.7
const local = (path) => fileURLToPath(new URL(path, import.meta.url))

warnWhenBusy()
const folder = mkdtempSync(join(tmpdir(), 'ww-serve-'))
try {
  progress(`${size} memories: importing`)
  const build = [local('./speed/build-store.mjs'), folder, String(size), data ?? '']
  execFileSync(process.execPath, build, { stdio: ['ignore', 'ignore', 'ignore'] })
  const env = { WW_DATA_DIR: folder, WW_RATE_LIMIT: '0', WW_AUTO_CONSOLIDATE: '0' }
  const served = await measure([local('../../dist/app/main.js'), 'serve', '--port', '0'], env, 'ww serve')
  report(served, await measure([local('./serve/hello.mjs')], {}, 'bare hono'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(args, env, what) {
  const server = await startChild(args, env)
  const client = openConnections(server.url, connections)
  const next = mixedCalls()
  try {
    progress(`${what}: warming up`)
    await measureMost(client, { seconds: Math.min(5, seconds), connections: 4, next })
    progress(`${what}: how many there can be`)
    const most = await measureMost(client, { seconds: Math.min(10, seconds), connections, next })
    const held = most.perSecond >= rate ? rate : Math.floor(most.perSecond * bearable)
    progress(`${what}: ${held} a second for ${seconds} s`)
    const rss = []
    const watching = setInterval(async () => rss.push(await residentMb(server.url)), 1000)
    const atRate = await measureAtRate(client, { seconds, rate: held, next }).finally(() => clearInterval(watching))
    return { most, held, ...atRate, rss }
  } finally {
    client.close()
    await server.stop()
  }
}

/** The same on every run, for both: mostly questions, some things to remember, of several sessions. */
function mixedCalls() {
  const sentences = readSentences(data)
  const told = episodes(sentences, 9)
  const random = createRandom(11)
  return () => {
    if (random.next() >= writes) {
      return { kind: 'recall', path: '/tools/recall', body: { query: random.pick(sentences.questions), limit: 10 } }
    }
    const [{ text }] = take(told, 1)
    const body = { content: text, session_id: `agent-${random.below(8)}` }
    return { kind: 'write', path: '/tools/create_episode', body }
  }
}

function thirdOf(values, part) {
  const begin = (each) => Math.floor((values.length * each) / 3)
  return values.slice(begin(part), begin(part + 1))
}

/** Undefined for who does not tell. */
async function residentMb(url) {
  const response = await fetch(`${url}/metrics`)
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await response.text())?.[1]
  return bytes === undefined ? undefined : Math.round(Number(bytes) / 2 ** 20)
}

function report(served, hello) {
  endProgress()
  const all = ({ latencies }) => [...latencies.recall, ...latencies.write]
  const ms = (values) => [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(1)).join(' / ')
  const [start, middle, end] = [0, 1, 2].map((part) => median(thirdOf(served.rss, part)))
  const isFlat = end - middle <= Math.max(32, middle * 0.1)
  const row = (what, pick, must = '', isMet = '') => [what, pick(served), pick(hello), must, isMet]
  const failed = ({ failed: late, most }) => late + most.failed
  const body = `
## Server under load

${describeRun('npm run bench:serve')}

${size.toLocaleString('en')} memories, ${connections} connections, ${Math.round(writes * 100)} % writes (\`create_episode\`, each durable before it is answered), the rest
\`recall\` of ten; \`POST /tools/{name}\`, the client on the same machine and processor. First as fast as it goes; then
${seconds} s at ${rate.toLocaleString('en')} requests a second, or at ${bearable * 100} % of the most where that is less. Milliseconds from when a request was
due, p50 / p95 / p99. Memory (RSS, MB): the median of each third of that time; flat is less than 32 MB or a tenth more in
the last one than in the one before.

${table(
  ['', 'ww serve', 'bare hono', 'must', ''],
  [
    row('most requests a second', ({ most }) => Math.round(most.perSecond)),
    row(
      'requests a second, held',
      ({ perSecond }) => Math.round(perSecond),
      rate.toLocaleString('en'),
      verdict(served.perSecond >= rate * 0.99),
    ),
    row('all', (each) => ms(all(each))),
    row('– recall', ({ latencies }) => ms(latencies.recall)),
    row('– write', ({ latencies }) => ms(latencies.write)),
    row('not answered with 200', failed, '0', verdict(failed(served) === 0)),
    ['memory', `${start} / ${middle} / ${end}`, '', 'flat', verdict(isFlat)],
  ],
)}
`
  process.stdout.write(`${body.trim()}\n`)
  if (!options.dry) storeSection('serve', body)
}
