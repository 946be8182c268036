// `npm run test:postgres`: four processes on one PostgreSQL for five minutes of mixed load, one of them killed every ten
// seconds and the server restarted twice. `--seconds` sets another duration.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun, storeSection, table } from '../test/bench/report.mjs'

const fullLength = 300
const { values } = parseArgs({ options: { seconds: { type: 'string', default: String(fullLength) } } })
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'ww-postgres-chaos-'))
const results = join(folder, 'results.json')
try {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', 'test/postgres/chaos'], {
    stdio: 'inherit',
    env: { ...process.env, WW_CHAOS_SECONDS: String(seconds), WW_CHAOS_RESULTS: results },
    shell: process.platform === 'win32',
  })
  if (status === 0) report(JSON.parse(readFileSync(results, 'utf8')))
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Only stores a run that lost nothing; the test checks that. */
function report({ counts, ended, events, connections }) {
  const number = (value) => value.toLocaleString('en')
  const each = (of) => Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = [
    ...each(counts).map(([name, count]) => [name, number(count)]),
    ...each(ended).map(([name, count]) => [`runs that ended: ${name}`, number(count)]),
    ['runs stuck', 0],
    ['answered writes lost', 0],
    ['events and changes that were followed', number(events)],
    ['– lost, or stored twice', 0],
    ['connections before the load', connections.level],
    ['connections after it', connections.left],
  ]
  const section = `## PostgreSQL through kills and restarts

${describeRun('npm run test:postgres')}

${seconds} seconds: two \`ww serve\` and two \`ww mcp\` on one database, each written to and asked by two clients through the
memory and workspace doors, three more in conversations over the servers' workflow door; a process killed with \`kill -9\`
every ten seconds, the database server killed and started again twice. Every answered write is there once, whoever
followed a stream or the change log saw everything once, every run ended, and the connections went back.

${table(['', 'count'], rows)}`
  process.stdout.write(`\n${section}\n`)
  if (seconds >= fullLength) storeSection('postgres-chaos', section)
  else process.stdout.write('\nFewer than 300 seconds: docs/benchmarks.md stays as it is.\n')
}
