// The workflow door under load: many sockets, many questions at once, readers that stop. See docs/benchmarks.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findData } from './data.mjs'
import { median, p95 } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { readSentences } from './speed/texts.mjs'
import { askAndFollow, openIdle, openStopped } from './workflow/clients.mjs'
import { startServer } from './workflow/server-process.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    size: { type: 'string', default: '10000' },
    sockets: { type: 'string', default: '200' },
    executions: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '8' },
    dry: { type: 'boolean', default: false },
  },
})
const [size, sockets, executions, rounds] = ['size', 'sockets', 'executions', 'rounds'].map((name) =>
  Number(options[name]),
)
const data = findData(resolve(import.meta.dirname, '../..', options.data))
const longestMs = 500
const stoppedReaders = 20

warnWhenBusy()
const folder = mkdtempSync(join(tmpdir(), 'ww-workflow-'))
try {
  progress(`${size} memories: importing`)
  const build = fileURLToPath(new URL('./speed/build-store.mjs', import.meta.url))
  execFileSync(process.execPath, [build, folder, String(size), data ?? ''], { stdio: ['ignore', 'ignore', 'ignore'] })
  const { questions } = readSentences(data)
  const server = await startServer(folder)
  try {
    report(await measure(server, questions))
  } finally {
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(server, questions) {
  let asked = 0
  const next = () => questions[asked++ % questions.length]
  /** So many at once, each on a conversation of its own; again and again. */
  async function runRounds(what) {
    const runs = []
    for (let round = 0; round < rounds; round++) {
      progress(`${what}: ${round + 1} of ${rounds}`)
      runs.push(...(await Promise.all(Array.from({ length: executions }, () => askAndFollow(server.url, next())))))
    }
    return runs
  }
  async function measured(what) {
    const { cpuMs } = await server.usage()
    const runs = await runRounds(what)
    return { runs, cpuMs: ((await server.usage()).cpuMs - cpuMs) / runs.length }
  }
  await runRounds('warming up')
  const before = await server.usage()
  progress('opening sockets')
  const idle = await Promise.all(Array.from({ length: sockets - executions }, () => openIdle(server.url)))
  const free = await measured('measuring')
  progress('stopping readers')
  const stopped = await Promise.all(Array.from({ length: stoppedReaders }, () => openStopped(server.url, folder)))
  // Until their buffers are full they are readers like others, of some megabytes each.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const crowded = await measured('measuring beside readers that stopped')
  for (const reader of stopped) reader.socket.terminate()
  const idleLost = (await Promise.all(idle.map((each) => each.end()))).reduce((sum, lost) => sum + lost, 0)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const after = await server.usage()
  const lost = idleLost + [...free.runs, ...crowded.runs].reduce((sum, run) => sum + run.lost, 0)
  return { free, crowded, lost, before, after }
}

function report({ free, crowded, lost, before, after }) {
  endProgress()
  const ms = ({ runs }, pick = ({ toMemories }) => toMemories) => {
    const values = runs.map(pick)
    return `${Math.round(median(values))} / ${Math.round(p95(values))}`
  }
  const megabytes = ({ heapUsed, rss }) => `${Math.round(heapUsed / 2 ** 20)} / ${Math.round(rss / 2 ** 20)}`
  const worst = p95(free.runs.map(({ toMemories }) => toMemories))
  const grown = (after.heapUsed - before.heapUsed) / 2 ** 20
  const body = `
## Workflow door

${describeRun('npm run bench:workflow')}

${size.toLocaleString('en')} memories, ${sockets} open sockets, ${executions} questions at once, ${rounds} rounds; over HTTP and WebSocket, the clients on
the same machine. Milliseconds, median / 95th percentile.

${table(
  ['', 'measured', 'must, p95', ''],
  [
    ['execute to `memories`', ms(free), `≤ ${longestMs}`, verdict(worst <= longestMs)],
    ['– execute to its reply', ms(free, ({ toReply }) => toReply), '', ''],
    ['– processor time a question', free.cpuMs.toFixed(1), '', ''],
    [`execute to \`memories\`, beside ${stoppedReaders} readers that stopped`, ms(crowded), '', ''],
    ['– processor time a question', crowded.cpuMs.toFixed(1), '', ''],
    ['events lost', lost, '0', verdict(lost === 0)],
    ['heap / RSS before, MB', megabytes(before), '', ''],
    ['heap / RSS afterwards, MB', megabytes(after), 'heap + 10', verdict(grown <= 10)],
  ],
)}
`
  process.stdout.write(`${body.trim()}\n`)
  if (!options.dry) storeSection('workflow', body)
}
