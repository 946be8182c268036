// How long an agent waits for its hooks, process start included: with a server, with the helper, and cold; on a quiet
// machine and with every core busy. Beside it, what each state keeps in memory.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
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
/** Of the helper, with 10,000 memories (HOK15). */
const maxHelperMb = 200
/** A server starts with the agent; whoever types a prompt takes longer. */
const serverAheadMs = 2_000
const main = fileURLToPath(import.meta.resolve('#ww/app/main.js'))
const folder = mkdtempSync(join(tmpdir(), 'ww-hooks-'))
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  WW_DATA_DIR: folder,
  WW_PROJECT: 'bench',
  WW_RATE_LIMIT: '0',
  WW_HOOK_HELPER: '0',
}
const habit = join(folder, 'habit')

warnWhenBusy()
const sentences = readSentences(findData(resolve(import.meta.dirname, '../..', options.data)))
try {
  progress(`storing ${size} memories`)
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: 'bench' })
  await importAll(mind, take(episodes(sentences), size))
  await mind.close()
  const rows = []
  rows.push(...(await measureState('cold', { env })))
  rows.push(...(await withServer((pid) => measureState('server', { env, pid }))))
  rows.push(...(await withHelper((pid) => measureState('helper', { env, pid }))))
  endProgress()
  const head = ['answered by', 'cores', 'hook', 'median', 'p95', 'at most', 'processor', 'spoke', 'late', 'MB', '']
  const body = `
## Hooks

${describeRun('npm run bench:hooks')}

What an agent waits for a hook, from starting the process to its end, in milliseconds, with ${size.toLocaleString('en')} memories; ${runs} runs each, ${nodeAlone()} ms of them for starting Node.js alone. «cores»: quiet, or each busy with another program. «spoke»: how often there was something to say; «late»: how often a hook was silent because its time had run out. «processor»: its time in the hook's own process. «MB»: resident memory of the server or the helper after these runs; for the helper at most ${maxHelperMb}. The targets are the p95 of a prompt.

${table(head, rows)}
`
  process.stdout.write(`${body.trim()}\n`)
  storeSection('hooks', body)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureState(state, { env, pid }) {
  const rows = []
  for (const cores of ['quiet', 'busy']) {
    progress(`${state}, ${cores}`)
    const others = cores === 'busy' ? startBusy() : []
    try {
      rows.push(...measureHooks(state, cores, env, pid))
    } finally {
      await Promise.all(others.map(end))
    }
  }
  return rows
}

function measureHooks(state, cores, env, pid) {
  const told = (event, more) => JSON.stringify({ hook_event_name: event, cwd: folder, ...more })
  const hook = (moment, input) =>
    measure(env, (run) => [[main, 'hook', moment], input(`${state}-${cores}-${run}`, run)])
  const asked = hook('prompt', (session_id, run) =>
    told('UserPromptSubmit', { session_id, prompt: sentences.questions[run % sentences.questions.length] }),
  )
  const started = hook('session-start', (session_id) => told('SessionStart', { session_id: `${session_id}-s` }))
  const target = state === 'cold' ? undefined : cores === 'quiet' ? 80 : 250
  const megabytes = pid === undefined ? '' : residentMb(pid)
  const fits = state !== 'helper' || !(megabytes > maxHelperMb)
  return [
    row([state, cores, 'a prompt'], asked, { target, megabytes, fits }),
    row([state, cores, 'session start'], started, { megabytes: '' }),
  ]
}

async function withServer(work) {
  const server = spawn(process.execPath, [main, 'serve', '--port', '0'], { env, stdio: 'ignore' })
  await until(() => existsSync(habit) && readdirSync(habit).some((name) => /^\d+\.sock$/.test(name)))
  await new Promise((resolve) => setTimeout(resolve, serverAheadMs))
  const rows = await work(server.pid)
  await end(server)
  return rows
}

/** Its processor time counts as ours once it has ended, so that nothing is measured meanwhile. */
function end(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  return ended
}

/** The helper is started by a hook, as an agent's would. */
async function withHelper(work) {
  const claim = join(habit, 'helper.json')
  const input = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 'first', cwd: folder })
  await until(() => {
    if (existsSync(claim)) return true
    spawnSync(process.execPath, [main, 'hook', 'session-start'], { env: { ...env, WW_HOOK_HELPER: '1' }, input })
    return false
  })
  const { pid } = JSON.parse(readFileSync(claim, 'utf8'))
  try {
    await new Promise((resolve) => setTimeout(resolve, serverAheadMs))
    return await work(pid)
  } finally {
    process.kill(pid, 'SIGTERM')
  }
}

function startBusy() {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
}

function measure(env, toRun) {
  const times = []
  const [late, processorBefore] = [countLate(), childrenMs()]
  let spoke = 0
  for (let run = 0; run < runs; run++) {
    const [args, input] = toRun(run)
    const from = performance.now()
    const { stdout } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    times.push(performance.now() - from)
    if (stdout !== '') spoke++
  }
  return { times, spoke, late: countLate() - late, processorMs: (childrenMs() - processorBefore) / runs }
}

function row(names, { times, spoke, late, processorMs }, { target, megabytes, fits = true }) {
  const most = p95(times)
  const isMet = target === undefined ? '' : verdict(most <= target && late === 0 && fits)
  return [
    ...names,
    Math.round(median(times)),
    Math.round(most),
    target ?? '',
    shown(processorMs),
    spoke,
    late,
    megabytes,
    isMet,
  ]
}

function nodeAlone() {
  return Math.round(median(measure(env, () => [['-e', '0'], '']).times))
}

/** Hooks whose time ran out, as they recorded it themselves. */
function countLate() {
  const path = join(habit, 'hooks.jsonl')
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/"outcome":"time"/g)?.length ?? 0) : 0
}

function residentMb(pid) {
  const path = `/proc/${pid}/status`
  const kilobytes = existsSync(path) ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return kilobytes === undefined ? '–' : Math.round((Number(kilobytes) * 1024) / 1e6)
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

async function until(isDone) {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 50))
}
