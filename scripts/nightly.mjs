// `npm run test:nightly`: the long campaigns with a new seed. An interrupted run resumes with its seed; `--anew` starts
// another. `--only faults` runs one campaign separately, `--seed` with an earlier seed. `--list` names the campaigns,
// `--short` only checks that each starts.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inShell } from './gate/steps.mjs'
import { campaigns } from './nightly/campaigns.mjs'
import { readJsonLines } from './read-json-lines.mjs'

const { values } = parseArgs({
  options: {
    anew: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
  },
})
const unknown = (values.only ?? []).filter((name) => !campaigns.some((each) => each.name === name))
if (unknown.length > 0) {
  const names = campaigns.map(({ name }) => name).join(', ')
  process.stderr.write(`No such campaign: ${unknown.join(', ')}. There are ${names}.\n`)
  process.exit(2)
}
if (values.list) {
  for (const { name, about } of campaigns) process.stdout.write(`${name.padEnd(20)} ${about}\n`)
  process.exit(0)
}

/** A run with `--only` or `--seed` is separate from the nightly run. */
const isWhole = values.only === undefined && values.seed === undefined
const cache = fileURLToPath(new URL('../node_modules/.cache/world-weaver/', import.meta.url))
const ledger = `${cache}nightly${values.short ? '-short' : ''}.jsonl`
mkdirSync(cache, { recursive: true })
if (isWhole && values.anew) rmSync(ledger, { force: true })

const before = isWhole ? readJsonLines(ledger) : []
const seed = before[0]?.seed ?? Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31))
if (before.length === 0) note({ seed })
process.stdout.write(`Seed ${seed}${before.length > 0 ? ', going on where the last run stopped' : ''}\n`)

const results = new Map(before.filter(({ name }) => name !== undefined).map(({ name, isOk }) => [name, isOk]))
for (const { name, command, variables } of campaigns) {
  if (results.has(name) || values.only?.includes(name) === false) continue
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const [program, ...args] = command(seed, values.short)
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, WW_TEST_SEED: String(seed), ...variables?.(seed, values.short) },
    ...inShell(program),
  })
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const isOk = status === 0
  results.set(name, isOk)
  note({ name, isOk, minutes })
  process.stdout.write(`${isOk ? 'ok' : 'FAILED'} — ${name} (${minutes} min)\n`)
}

// The next night starts a new run, whatever the result.
if (isWhole) rmSync(ledger, { force: true })
const failed = [...results].filter(([, isOk]) => !isOk).map(([name]) => name)
for (const name of failed) {
  process.stdout.write(`To run it again: npm run test:nightly -- --only ${name} --seed ${seed}\n`)
}
process.stdout.write(`\n${results.size - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1

function note(line) {
  if (isWhole) appendFileSync(ledger, `${JSON.stringify(line)}\n`)
}
