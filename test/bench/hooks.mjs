// How long an agent waits for its hooks, process start included, with a running World Weaver and without one.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openWorldWeaver } from '#ww/index.js'
import { findData } from './data.mjs'
import { importAll } from './ingest.mjs'
import { median, p95 } from './numbers.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { episodes, readSentences, take } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    size: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '40' },
  },
})
const [size, runs] = [Number(options.size), Number(options.runs)]
/** A server starts with the agent; whoever types a prompt takes longer. */
const serverAheadMs = 2_000
const main = fileURLToPath(import.meta.resolve('#ww/app/main.js'))
const folder = mkdtempSync(join(tmpdir(), 'ww-hooks-'))
const env = { PATH: process.env.PATH, HOME: folder, WW_DATA_DIR: folder, WW_PROJECT: 'bench', WW_RATE_LIMIT: '0' }

warnWhenBusy()
const sentences = readSentences(findData(resolve(import.meta.dirname, '../..', options.data)))
try {
  progress(`storing ${size} memories`)
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: 'bench' })
  await importAll(mind, take(episodes(sentences), size))
  await mind.close()
  const rows = [
    row(
      'Node.js alone',
      measure(() => [['-e', '0'], '']),
    ),
  ]
  rows.push(...measureHooks('none running', 400))
  const server = spawn(process.execPath, [main, 'serve', '--port', '0'], { env, stdio: 'ignore' })
  await listening()
  await new Promise((resolve) => setTimeout(resolve, serverAheadMs))
  rows.push(...measureHooks('one running', 150))
  server.kill()
  endProgress()
  const head = ['hook', 'median', 'p95', 'at most', 'processor', 'said', '']
  const body = `
## Hooks

${describeRun('npm run bench:hooks')}

What an agent waits for a hook, from starting the process to its end, in milliseconds, with ${size.toLocaleString('en')} memories; ${runs} runs each. A running server has run for ${serverAheadMs / 1000} seconds. «said»: how often there was something to say. The target is the p95 of a prompt. On a busy machine the processor's time beside that of Node.js alone tells more.

${table(head, rows)}
`
  process.stdout.write(`${body.trim()}\n`)
  storeSection('hooks', body)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measureHooks(state, target) {
  const told = (event, more) => JSON.stringify({ hook_event_name: event, cwd: folder, ...more })
  const prompts = sentences.questions
  const hook = (moment, input) => (run) => [[main, 'hook', moment], input(run)]
  const asked = measure(
    hook('prompt', (run) => told('UserPromptSubmit', { session_id: `${state}${run}`, prompt: prompts[run] })),
  )
  const silent = measure(
    hook('prompt', (run) => told('UserPromptSubmit', { session_id: `${state}${run}`, prompt: 'continue' })),
  )
  const started = measure(hook('session-start', (run) => told('SessionStart', { session_id: `${state}s${run}` })))
  return [
    row(`a prompt, ${state}`, asked, target),
    row(`"continue", ${state}`, silent),
    row(`session start, ${state}`, started),
  ]
}

function measure(toRun) {
  const times = []
  let said = 0
  const processorBefore = childrenMs()
  for (let run = 0; run < runs; run++) {
    const [args, input] = toRun(run)
    const from = performance.now()
    const { stdout } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    times.push(performance.now() - from)
    if (stdout !== '') said++
  }
  return { times, said, processorMs: (childrenMs() - processorBefore) / runs }
}

function row(name, { times, said, processorMs }, target) {
  const most = p95(times)
  const isMet = target === undefined ? '' : verdict(most <= target)
  return [name, Math.round(median(times)), Math.round(most), target ?? '', shown(processorMs), said, isMet]
}

function shown(ms) {
  return Number.isNaN(ms) ? '–' : Math.round(ms)
}

/** Processor time of the children that have ended; Linux tells, in ticks of 10 ms. */
function childrenMs() {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function listening() {
  const habit = join(folder, 'habit')
  const isThere = () => existsSync(habit) && readdirSync(habit).some((name) => name.endsWith('.sock'))
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 50))
}
