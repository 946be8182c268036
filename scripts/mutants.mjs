// `npm run test:mutants`: breaks the product in each place of test/mutants/places.json and checks that a test fails. An
// interrupted run resumes; `--anew` starts again. `--only <id>` tries one, `--quick` leaves out the tests that start
// processes. After all mutants it writes the table in docs/benchmarks.md.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun, storeSection, table } from '../test/bench/report.mjs'
import { copyProject, findStale } from './mutants/project-copy.mjs'
import { tryMutant } from './mutants/trial.mjs'
import { readJsonLines } from './read-json-lines.mjs'

const { values } = parseArgs({
  options: {
    anew: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
  },
})
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const places = readJson(at('test/mutants/places.json'))
/** The test that kills each mutant, and the mutants that survive for a reason; committed. */
const killersPath = at('test/mutants/killers.json')
const killers = existsSync(killersPath) ? readJson(killersPath) : {}
const reasons = readJson(at('test/mutants/survivors.json'))
const cache = at('node_modules/.cache/world-weaver/')
const ledger = `${cache}mutants.jsonl`

const stale = findStale(places)
if (stale.length > 0) {
  process.stderr.write(`Stale, choose again in test/mutants/places.json: ${stale.map(({ id }) => id).join(', ')}\n`)
  process.exit(1)
}

mkdirSync(cache, { recursive: true })
if (values.anew) rmSync(ledger, { force: true })
/** Killed mutants are not tried again in this run; survivors are, because a test may have been added. */
const results = new Map(readJsonLines(ledger).map((each) => [each.id, each]))
const chosen = places.filter(({ id }) => values.only?.includes(id) ?? !results.has(id))
if (chosen.length > 0) {
  const copy = copyProject()
  try {
    for (const [index, place] of chosen.entries()) tryPlace(copy, place, index)
  } finally {
    rmSync(copy.folder, { recursive: true, force: true })
  }
}
report()

function tryPlace(copy, place, index) {
  const { id } = place
  const started = performance.now()
  const { outcome, by } = tryMutant(copy, place, { lastKiller: killers[id], isQuick: values.quick })
  const seconds = Math.round((performance.now() - started) / 1_000)
  results.set(id, { id, outcome, by, seconds })
  if (outcome === 'killed') {
    appendFileSync(ledger, `${JSON.stringify(results.get(id))}\n`)
    keepKiller(id, by)
  }
  const noticed = by === undefined ? '' : ` by ${by}`
  process.stdout.write(`${index + 1} of ${chosen.length}: ${id}: ${outcome} in ${seconds} s${noticed}\n`)
}

function keepKiller(id, by) {
  killers[id] = by
  const sorted = Object.fromEntries(places.filter(({ id }) => id in killers).map(({ id }) => [id, killers[id]]))
  writeFileSync(killersPath, `${JSON.stringify(sorted, null, 2)}\n`)
}

function report() {
  const untried = places.filter(({ id }) => !results.has(id))
  const killed = places.filter(({ id }) => results.get(id)?.outcome === 'killed')
  const others = places.filter(({ id }) => results.has(id) && !killed.some((each) => each.id === id))
  const share = `${killed.length} of ${places.length} killed (${((100 * killed.length) / places.length).toFixed(1)} %)`
  process.stdout.write(`${share}, ${untried.length} not tried yet\n`)
  for (const { id, breaks } of others) process.stdout.write(`  ${results.get(id).outcome}: ${id}: ${breaks}\n`)
  const isSharp = killed.length >= 0.95 * places.length && others.every(({ id }) => id in reasons)
  process.exitCode = untried.length === 0 && isSharp ? 0 : 1
  if (untried.length > 0 || values.quick) return
  storeSection('mutants', sectionOf(share))
  rmSync(ledger, { force: true })
}

function sectionOf(share) {
  const testOf = (by = '') => /--project \S+ (\S+)/.exec(by)?.[1] ?? by
  const rows = places.map(({ id, file, breaks }) => {
    const { outcome, by, seconds } = results.get(id)
    return [
      `${id}: ${breaks}`,
      `\`${file}\``,
      outcome === 'killed' ? `\`${testOf(by)}\`` : (reasons[id] ?? outcome),
      seconds,
    ]
  })
  return `## Mutants

${describeRun('npm run test:mutants')}

The product broken in one place, one rule each; the places were chosen by somebody who had not read the tests. ${share} by a test of \`npm test\`;
each test that noticed was green without the mutant.

${table(['what no longer holds', 'where', 'noticed by', 's'], rows)}`
}
