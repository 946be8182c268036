// How fast `ww import claude-code` takes in a history, from starting the command to its end. See docs/benchmarks.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadSupport } from './load-support.mjs'
import { median } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { memoryOf } from './speed/mcp-process.mjs'

const whole = { megabytes: '100', runs: '5' }
const { values: options } = parseArgs({
  options: {
    megabytes: { type: 'string', default: whole.megabytes },
    runs: { type: 'string', default: whole.runs },
  },
})
const isWhole = options.megabytes === whole.megabytes && options.runs === whole.runs
const leastPerSecond = 5_000
const program = fileURLToPath(import.meta.resolve('#ww/app/main.js'))

warnWhenBusy()
const home = mkdtempSync(join(tmpdir(), 'ww-import-'))
try {
  progress(`writing a history of ${options.megabytes} MB`)
  const { writeClaudeCodeHistory } = await loadSupport('histories.ts')
  const { memories, bytes } = writeClaudeCodeHistory(home, { bytes: Number(options.megabytes) * 1e6 })
  const first = []
  const again = []
  for (let run = 1; run <= Number(options.runs); run++) {
    progress(`import ${run} of ${options.runs}`)
    const store = join(home, `store-${run}`)
    first.push(await takeIn(store, memories))
    again.push(await takeIn(store, 0))
    rmSync(store, { recursive: true })
  }
  endProgress()
  report({ memories, bytes, first, again })
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** One run of the command, which has to bring as many as this. */
async function takeIn(store, expected) {
  const started = performance.now()
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, WW_DATA_DIR: store }
  const child = spawn(process.execPath, [program, 'import', 'claude-code', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  let megabytes = 0
  const watching = setInterval(() => {
    megabytes = memoryOf(child.pid)?.peak ?? megabytes
  }, 100)
  const [code] = await once(child, 'close')
  clearInterval(watching)
  if (code !== 0) throw new Error(`the command ended with code ${code}`)
  const { imported_count } = JSON.parse(answer)
  if (imported_count !== expected) throw new Error(`${imported_count} of ${expected} memories came`)
  return { seconds: (performance.now() - started) / 1000, megabytes }
}

function report({ memories, bytes, first, again }) {
  const perSecond = (runs) => runs.map(({ seconds }) => memories / seconds)
  const row = (name, runs) => {
    const rates = perSecond(runs)
    const cells = [median(rates), Math.min(...rates), Math.max(...rates)].map((rate) =>
      Math.round(rate).toLocaleString('en'),
    )
    const most = Math.max(...runs.map(({ megabytes }) => megabytes))
    return [
      name,
      median(runs.map(({ seconds }) => seconds)).toFixed(1),
      ...cells,
      most === 0 ? undefined : Math.round(most),
    ]
  }
  const figures = table(
    ['`ww import claude-code`', 'seconds', 'memories a second', 'least', 'most', 'RSS at most, MB'],
    [row('into an empty store', first), row('once more: all is there', again)],
  )
  const measured = median(perSecond(first))
  const body = `## Import of a history

${describeRun('npm run bench:import')}

${Math.round(bytes / 1e6)} MB of sessions of Claude Code, made by a program: ${memories.toLocaleString('en')} things that were said or went wrong, among the
tool output, thoughts and reminders that make up most of such files. Secrets are looked for in all of it. From starting
the command to its end, ${first.length} times; seconds and memories a second are medians.

${figures}

At least ${leastPerSecond.toLocaleString('en')} memories a second: ${verdict(measured >= leastPerSecond)}.`
  process.stdout.write(`${body}\n`)
  if (isWhole) storeSection('import', body)
}
