// `npm run test:workflow-model`: the workflow door against its model, for 2,000 sequences of calls. The seed is in the
// names of the tests; `WW_WORKFLOW_SEED` repeats the sequences, `WW_WORKFLOW_SEQUENCES` sets their number. `--engine
// postgres` runs them on PostgreSQL. `--slices <file>` runs `WW_WORKFLOW_SEQUENCES` more, adds them to those in the file
// and reports once there are enough: all of them take an hour on PostgreSQL.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun, storeSection, table } from '../test/bench/report.mjs'

const fullLength = 2_000
const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'sqlite' }, slices: { type: 'string' } },
})
const { engine, slices } = values
if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres')
const isOnPostgres = engine === 'postgres'
const sequences = Number(process.env.WW_WORKFLOW_SEQUENCES ?? fullLength)
const seed = process.env.WW_WORKFLOW_SEED ?? String(Math.trunc(Math.random() * 2 ** 31))
process.stdout.write(`Seed ${seed}\n`)
const folder = mkdtempSync(join(tmpdir(), 'ww-workflow-model-'))
const results = join(folder, 'results.json')
try {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', engine, 'test/workflow/model'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      WW_WORKFLOW_SEQUENCES: String(sequences),
      WW_WORKFLOW_SEED: seed,
      WW_WORKFLOW_RESULTS: results,
    },
    shell: process.platform === 'win32',
  })
  if (status === 0) keep({ tried: sequences, seeds: [seed], ...JSON.parse(readFileSync(results, 'utf8')) })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Only stores a run without failures: a counterexample must be fixed first. */
function keep(played) {
  if (slices === undefined) return report(played)
  const all = existsSync(slices) ? add(JSON.parse(readFileSync(slices, 'utf8')), played) : played
  writeFileSync(slices, JSON.stringify(all))
  process.stdout.write(`${all.tried} of ${fullLength} sequences are played\n`)
  if (all.tried >= fullLength) report(all)
}

function add(before, played) {
  const sums = (a, b) =>
    Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]),
    )
  return {
    tried: before.tried + played.tried,
    seeds: [...before.seeds, ...played.seeds],
    sequences: before.sequences + played.sequences,
    commands: sums(before.commands, played.commands),
    ended: sums(before.ended, played.ended),
  }
}

function report({ tried, seeds, sequences: played, commands, ended }) {
  const number = (value) => value.toLocaleString('en')
  const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0)
  const each = (counts) =>
    Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => [`– ${name}`, number(count)])
  const rows = [
    ['sequences with a conversation', number(played)],
    ['calls', number(sum(commands))],
    ...each(commands),
    ['messages that ended', number(sum(ended))],
    ...each(ended),
    ['counterexamples', 0],
  ]
  const section = `## Workflow door against its model${isOnPostgres ? ', on PostgreSQL' : ''}

${describeRun(`npm run test:workflow-model${isOnPostgres ? ' -- --engine postgres' : ''}`)}

${number(tried)} sequences of up to ten calls in random order, ${seeds.length > 1 ? `in ${seeds.length} slices, seeds` : 'seed'} ${seeds.join(', ')}, at two servers on one database; one in ten
with servers killed on the way. After each: every stored state is one of the machine, both servers tell the same, every
stream ended as it must, and a reader who lost its connection has seen everything once.

${table(['', 'played'], rows)}`
  process.stdout.write(`\n${section}\n`)
  if (tried >= fullLength) storeSection(isOnPostgres ? 'workflow-model-postgres' : 'workflow-model', section)
  else process.stdout.write('\nFewer than 2,000 sequences: docs/benchmarks.md stays as it is.\n')
}
