// `npm run test:openapi-fuzz`: 20,000 requests made from our own OpenAPI document. The seed is in the names of the tests;
// `WW_FUZZ_SEED` makes the same requests again, `WW_FUZZ_REQUESTS` fewer of them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeRun, storeSection, table } from '../test/bench/report.mjs'

const fullLength = 20_000
const requests = Number(process.env.WW_FUZZ_REQUESTS ?? fullLength)
const seed = process.env.WW_FUZZ_SEED ?? String(Math.trunc(Math.random() * 2 ** 31))
process.stdout.write(`Seed ${seed}\n`)
const folder = mkdtempSync(join(tmpdir(), 'ww-openapi-fuzz-'))
const results = join(folder, 'results.json')
try {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', 'test/http/fuzz'], {
    stdio: 'inherit',
    env: { ...process.env, WW_FUZZ_REQUESTS: String(requests), WW_FUZZ_SEED: seed, WW_FUZZ_RESULTS: results },
    shell: process.platform === 'win32',
  })
  if (status === 0) report(JSON.parse(readFileSync(results, 'utf8')))
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Only stores a run without failures: a counterexample must be fixed first. */
function report({ routes }) {
  const number = (value) => (value === undefined ? undefined : value.toLocaleString('en'))
  const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0)
  // Methods that a route does not have share one row.
  const rows = new Map()
  for (const [route, statuses] of Object.entries(routes)) {
    const isRoute = route.startsWith('/') && !route.endsWith('by another method')
    const name = isRoute ? `\`${route}\`` : route === 'elsewhere' ? 'no route' : 'a route by another method'
    const row = rows.get(name) ?? {}
    for (const [status, count] of Object.entries(statuses)) row[status] = (row[status] ?? 0) + count
    rows.set(name, row)
  }
  const statuses = [...new Set(Object.values(routes).flatMap(Object.keys))].sort()
  const all = Object.fromEntries(
    statuses.map((status) => [status, [...rows.values()].reduce((total, row) => total + (row[status] ?? 0), 0)]),
  )
  const line = (name, row) => [name, number(sum(row)), ...statuses.map((status) => number(row[status]))]
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  const section = `## Requests made from the OpenAPI document

${describeRun('npm run test:openapi-fuzz')}

${number(sum(all))} requests, seed ${seed}: bodies that the document's schemas take and bodies that they do not, other
headers, methods and paths; one in ten over a socket of \`ww serve\`. No answer was a failure (5xx), each matched the schema
that the document has for its status, every call was counted, and nothing was taken that the document does not allow.

${table(['', 'requests', ...statuses], [line('all', all), ...sorted.map(([name, row]) => line(name, row))])}`
  process.stdout.write(`\n${section}\n`)
  if (requests >= fullLength) storeSection('openapi-fuzz', section)
  else process.stdout.write('\nFewer than 20,000 requests: docs/benchmarks.md stays as it is.\n')
}
