// `npm run test:fuzz -- --minutes N [--only area] [--seed s]`: fuzzes every interface in turn. Each finding becomes a seed
// in test/fuzz/seeds, which `npm test` runs again. Runs add up in test/fuzz/ledger.json, the source of the table in
// docs/benchmarks.md; `--fresh` starts a new ledger.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun, storeSection, table } from '../test/bench/report.mjs'

const areas = {
  operations: 'every operation, in sequences, with the clock turned back and forth',
  stdio: 'frames of JSON-RPC to `ww mcp`',
  mcp: 'requests to `/mcp`',
  sockets: 'frames of WebSocket to the workflow door',
  imports: 'files of every format, and archives',
  hooks: "clients' hooks, and transcripts",
  queries: 'tokeniser, dates, references, passages, secrets',
  records: 'records, relations and questions of them',
  extraction: 'names and relations in texts, and answers of a model',
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '9' },
    only: { type: 'string', multiple: true, default: Object.keys(areas) },
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    fresh: { type: 'boolean', default: false },
  },
})
const unknown = values.only.filter((name) => !(name in areas))
if (unknown.length > 0) throw new Error(`unknown area ${unknown}; use one of ${Object.keys(areas).join(', ')}`)
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')

const ledgerPath = fileURLToPath(new URL('../test/fuzz/ledger.json', import.meta.url))
const seedsPath = (area) => fileURLToPath(new URL(`../test/fuzz/seeds/${area}.json`, import.meta.url))
const readJson = (path, otherwise) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : otherwise)
/** A run that takes this much longer than its time hangs and is killed. */
const graceMs = 120_000

process.stdout.write(`Seed ${values.seed}\n`)
const ledger = values.fresh ? {} : readJson(ledgerPath, {})
let isClean = true
for (const area of values.only) {
  const ms = Math.round((minutes * 60_000) / values.only.length)
  const { seconds, cases, found } = await play(area, ms)
  const known = ledger[area] ?? { seconds: 0, cases: 0 }
  ledger[area] = { seconds: known.seconds + seconds, cases: known.cases + cases }
  writeFileSync(ledgerPath, `${JSON.stringify(ledger, null, 2)}\n`)
  process.stdout.write(`${area}: ${cases.toLocaleString('en')} cases in ${seconds} s, ${found.length} found\n`)
  for (const each of found) process.stdout.write(`  ${each.found.replaceAll('\n', ' ')}\n`)
  if (found.length > 0) isClean = false
}
report()
process.exitCode = isClean ? 0 : 1

async function play(area, ms) {
  const folder = mkdtempSync(join(tmpdir(), 'ww-fuzz-'))
  const [results, mark] = [join(folder, 'results.json'), join(folder, 'case.json')]
  try {
    const child = spawn('npx', ['--no-install', 'vitest', 'run', '--project', 'sqlite', 'test/fuzz/campaign'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: {
        ...process.env,
        WW_FUZZ_ONLY: area,
        WW_FUZZ_MS: String(ms),
        WW_FUZZ_AREA_SEED: values.seed,
        WW_FUZZ_MARK: mark,
        WW_FUZZ_RESULTS: results,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    // Kills the whole process group.
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), ms + graceMs)
    const code = await new Promise((resolve) => child.once('close', resolve))
    clearTimeout(timer)
    const [result] = readJson(results, [])
    // A known seed failed again, or an error was not awaited.
    const hasFailed = result === undefined || code !== 0
    const more = hasFailed ? [storeSeed(area, result === undefined ? 'hung or crashed' : 'failed', mark)] : []
    if (hasFailed) process.stdout.write(`${output.slice(-4_000)}\n`)
    return {
      seconds: Math.round((result?.ms ?? ms) / 1_000),
      cases: result?.cases ?? 0,
      found: [...(result?.found ?? []), ...more],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores the case that was running when it ended. */
function storeSeed(area, found, mark) {
  const seed = { found, case: readJson(mark, null) }
  const known = readJson(seedsPath(area), [])
  if (found !== 'failed') writeFileSync(seedsPath(area), `${JSON.stringify([...known, seed], null, 2)}\n`)
  return seed
}

function foundIn(area) {
  return readJson(seedsPath(area), []).length
}

function report() {
  const number = (value) => value.toLocaleString('en')
  const rows = Object.entries(areas).flatMap(([area, what]) => {
    const totals = ledger[area]
    return totals === undefined
      ? []
      : [[what, number(Math.round(totals.seconds / 6) / 10), number(totals.cases), number(foundIn(area))]]
  })
  const sum = (field) => Object.values(ledger).reduce((total, each) => total + each[field], 0)
  const section = `## Fuzzing

${describeRun(`npm run test:fuzz -- --minutes ${values.minutes}`)}

Cases made by their structure (fast-check), several runs added up. Looked for: what crashes, hangs or rejects unheard, an
answer without the documented shape, a trace of bad input, a stored text that does not come back byte for byte. What was
found was fixed, and is played again in every \`npm test\` (\`test/fuzz/seeds\`).

${table(['', 'minutes', 'cases', 'found'], [...rows, ['all', number(Math.round(sum('seconds') / 6) / 10), number(sum('cases')), number(Object.keys(ledger).reduce((total, area) => total + foundIn(area), 0))]])}`
  process.stdout.write(`\n${section}\n`)
  storeSection('fuzz', section)
}
