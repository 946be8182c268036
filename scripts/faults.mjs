// `npm run test:faults`: 5,000 faults, each with its seed. A ledger records the results, so that an interrupted run
// resumes. `--count` sets another number, `--seconds` a time limit; `--only "power cut 7"` runs one seed, `--first-seed`
// replaces the pinned seeds, `--anew` deletes the ledger, `--concurrency` runs sixteen processes for a minute
// instead, and kills and file changes under load.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun, endProgress, progress, storeSection, table } from '../test/bench/report.mjs'

const fullCount = 5_000
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(fullCount) },
    seconds: { type: 'string' },
    only: { type: 'string' },
    'first-seed': { type: 'string', default: '1' },
    anew: { type: 'boolean', default: false },
    concurrency: { type: 'boolean', default: false },
  },
})
const count = Number(values.count)
const folder = fileURLToPath(new URL('../node_modules/.cache/world-weaver/', import.meta.url))
const firstSeed = values['first-seed']
const ledger = process.env.WW_FAULTS_LEDGER ?? `${folder}faults-${count}-from-${firstSeed}.jsonl`

function run(path, env) {
  const child = spawn('npx', ['--no-install', 'vitest', 'run', '--project', 'sqlite', path], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
}

if (values.concurrency) {
  process.exitCode = await run('test/concurrency', {
    WW_CONCURRENCY_SECONDS: values.seconds ?? '60',
    // The file guard under load: 60 processes killed, and ten times each way to lose the file.
    WW_GUARD_KILLS: '60',
    WW_GUARD_ROUNDS: '10',
  })
} else if (values.only !== undefined) {
  process.exitCode = await run('test/faults', {
    WW_FAULTS_COUNT: values.count,
    WW_FAULTS_ONLY: values.only,
    WW_FAULTS_FIRST_SEED: firstSeed,
  })
} else {
  mkdirSync(folder, { recursive: true })
  if (values.anew) rmSync(ledger, { force: true })
  const timer = setInterval(() => progress(`${countFaults(readLedger())} of about ${count} faults`), 5_000)
  process.exitCode = await run('test/faults', {
    WW_FAULTS_COUNT: values.count,
    WW_FAULTS_LEDGER: ledger,
    WW_FAULTS_FIRST_SEED: firstSeed,
    ...(values.seconds === undefined ? {} : { WW_FAULTS_SECONDS: values.seconds }),
  })
  clearInterval(timer)
  endProgress()
  report()
}

/** The last line of each seed counts, because a failed seed is run again. */
function readLedger() {
  if (!existsSync(ledger)) return []
  const lines = readFileSync(ledger, 'utf8').split('\n').filter(Boolean)
  const played = lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
  return [...new Map(played.map((each) => [`${each.kind} ${each.seed}`, each])).values()]
}

function countFaults(played) {
  return played.reduce((sum, { verdicts }) => sum + verdicts.length, 0)
}

function report() {
  const played = readLedger()
  const failed = played.filter(({ failure }) => failure !== undefined)
  const number = (value) => value.toLocaleString('en')
  const rows = [...new Set(played.map(({ kind }) => kind))].map((kind) => {
    const verdicts = played.filter((each) => each.kind === kind).flatMap((each) => each.verdicts)
    const of = (verdict) => number(verdicts.filter((each) => each === verdict).length)
    return [kind, number(verdicts.length), of('works'), of('recovers'), of('clear message')]
  })
  const total = countFaults(played)
  const section = `## Faults

${describeRun('npm run test:faults')}

${number(total)} faults, each by a seed: through the built programs where a process is killed, stopped or refused its files,
through the library where a file is spoilt. After each, every answered write was looked for, byte for byte, and the file
was checked whole, with its checksums; where a page was spoilt, every text that was returned was the one that was stored, or was refused.
One page of every table and index was spoilt besides in six manners, and answers compared with those of the sound store. A log that the disk itself cut off short keeps what
came before the cut.

${table(['fault', 'injected', 'works', 'recovers', 'clear message'], rows)}`
  process.stdout.write(`\n${section}\n`)
  if (failed.length > 0) process.stdout.write(`\n${failed.length} seeds failed; docs/benchmarks.md stays as it is.\n`)
  else if (total >= fullCount) storeSection('faults', section)
  else process.stdout.write(`\nFewer than ${number(fullCount)}: docs/benchmarks.md stays as it is.\n`)
  // The run ended early although no time limit was set.
  if (total < 0.95 * count && values.seconds === undefined) process.exitCode = 1
}
