// `npm test`: every check there is, one after the other, and a count at the end.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const scratch = mkdtempSync(join(tmpdir(), 'ww-check-'))
const report = join(scratch, 'tests.json')
const env = { ...process.env, npm_config_loglevel: 'error' }
let passed = 0
let failed = 0

/** Runs one step; its own output is shown as it comes. */
function step(name, command, args) {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  const isOk = status === 0
  process.stdout.write(`${isOk ? 'ok' : 'FAILED'} — ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`)
  if (isOk) passed++
  else failed++
  return isOk
}

/** Vitest's own count; a skipped test counts as failed, because it should have run. */
function countTests() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests + numPendingTests + numTodoTests
    if (numPendingTests + numTodoTests > 0)
      process.stdout.write(`${numPendingTests + numTodoTests} tests were skipped\n`)
    if (numPassedTests === 0) failed++
  } catch {
    failed++
  }
}

const npx = (tool, ...args) => ['npx', ['--no-install', tool, ...args]]

step('build', 'npm', ['run', '--silent', 'build'])
step('types', ...npx('tsc', '--noEmit'))
step('lint', ...npx('biome', 'check', '--error-on-warnings', '.'))
step('dead code', ...npx('knip'))
step('tests', ...npx('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`))
countTests()
step('MCP conformance', process.execPath, ['scripts/conformance.mjs'])
step('packed package in an empty folder', process.execPath, ['scripts/smoke.mjs'])

rmSync(scratch, { recursive: true, force: true })
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
