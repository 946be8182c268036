// `npm test`: the checks that every change must pass. test/support/parts.ts lists the programs besides Node that some tests
// need: tests of a missing program are skipped and named at the end; with WW_REQUIRE_PARTS=1 a missing program is a failure.
// `--bare` runs the tests that depend on these programs as on a machine with Node alone.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSupport } from '../test/bench/load-support.mjs'
import { hidePrograms } from './gate/hide-programs.mjs'
import { createSteps, npx, staticChecks } from './gate/steps.mjs'

const { values } = parseArgs({ options: { bare: { type: 'boolean', default: false } } })
const scratch = mkdtempSync(join(tmpdir(), 'ww-gate-'))
if (values.bare) Object.assign(process.env, hidePrograms(join(scratch, 'bin')))

const { missingParts, parts } = await loadSupport('parts.ts')
const missing = missingParts()
const areRequired = process.env.WW_REQUIRE_PARTS === '1' && !values.bare
const hasServer = !missing.some(({ id }) => id === 'postgres')

const { run, count, took } = createSteps()
let skipped = 0

function runTests(...args) {
  const path = join(scratch, 'counts.json')
  const reporters = ['--silent=passed-only', '--reporter=default', '--reporter=./test/support/gate-reporter.ts']
  const projects = hasServer ? [] : ['--project=!postgres']
  run('tests', ...npx('vitest', ...args, ...projects, ...reporters), { WW_TEST_COUNTS: path })
  try {
    const counts = JSON.parse(readFileSync(path, 'utf8'))
    count.passed += counts.passed
    // The failed step itself already counts as one.
    count.failed += Math.max(0, counts.failed - 1) + (counts.passed === 0 ? 1 : 0)
    skipped = counts.skipped.length
    if (counts.again.length > 0) process.stdout.write(`\nTo run again what failed:\n${lines(counts.again)}`)
    if (counts.flaky.length > 0) process.stdout.write(`\nPassed only on the second try:\n${lines(counts.flaky)}`)
    if (skipped > 0 && missing.length === 0) process.stdout.write(`\nSkipped:\n${lines(counts.skipped)}`)
    if (areRequired) count.failed += skipped
  } catch {
    count.failed++
  }
}

if (values.bare) {
  for (const step of staticChecks) run(...step)
  runTests('related', '--run', 'test/support/parts.ts', 'test/support/postgres/postgres.ts')
  const found = Object.keys(parts).length - missing.length
  if (found > 0) fail(`${found} programs are not hidden: see scripts/gate/hide-programs.mjs`)
  if (skipped === 0) fail('no test was skipped, though every part is hidden')
} else if (run('build', 'npm', ['run', '--silent', 'build'])) {
  for (const step of staticChecks) run(...step)
  runTests('run')
  run('MCP conformance', process.execPath, ['scripts/conformance.mjs'])
  run('packed package in an empty folder', process.execPath, ['scripts/smoke.mjs'])
}
rmSync(scratch, { recursive: true, force: true })

if (areRequired) count.failed += missing.length
if (missing.length > 0) process.stdout.write(describe(missing))
process.stdout.write(`\nIn ${took()}\n`)
process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = count.failed === 0 ? 0 : 1

function fail(message) {
  process.stdout.write(`FAILED — ${message}\n`)
  count.failed++
}

function describe(parts) {
  const described = parts.map(
    ({ name, tests, install }) =>
      `  ${name} is not here.\n    Not tested: ${tests}.\n    To install it, on Debian: ${install}\n`,
  )
  return `\n${areRequired ? 'Missing, though WW_REQUIRE_PARTS=1 asks for every part' : 'Not everything was tested'}:\n${described.join('')}`
}

function lines(items) {
  return items.map((item) => `  ${item}\n`).join('')
}
