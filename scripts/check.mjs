// `npm run check`: whether a change is right, in a minute and a half: types, lint, dead code, architecture and unit tests,
// all on the TypeScript source, without a build (but for the small WebAssembly kernel). `-- --watch` goes on and repeats what a change touches.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { createSteps, inShell, npx, staticChecks } from './gate/steps.mjs'

const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false } } })

if (values.watch) watch()
else checkOnce()

function checkOnce() {
  const { run, count, took } = createSteps()
  run('kernel', 'npm', ['run', '--silent', 'build:kernel'])
  for (const step of staticChecks) run(...step)
  run(
    'unit tests, architecture',
    ...npx('vitest', 'run', '--project', 'unit', '--reporter=default', '--silent=passed-only'),
  )
  process.stdout.write(`\n${count.passed} passed, ${count.failed} failed (steps; ${took()})\n`)
  process.exitCode = count.failed === 0 ? 0 : 1
}

/** Each of these tools has a watch mode of its own; dead code is found by the whole check. */
function watch() {
  // `watch` by name: without a terminal vitest would run once. It has the keyboard, and ends all when it ends.
  const tests = ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'unit', '--silent=passed-only']
  const tester = spawn(process.execPath, tests, { stdio: 'inherit' })
  // npx starts further processes, which end only as a group.
  const hasGroups = process.platform !== 'win32'
  const others = [
    npx('tsc', '--noEmit', '--watch', '--preserveWatchOutput'),
    npx('biome', 'check', '--watch', '.'),
  ].map(([command, args]) =>
    spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: hasGroups, ...inShell(command) }),
  )
  const stop = () => tester.kill()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  for (const other of others) other.once('exit', stop)
  tester.once('exit', () => {
    for (const other of others) {
      if (other.exitCode !== null || other.signalCode !== null) continue
      if (hasGroups) process.kill(-other.pid)
      else other.kill()
    }
  })
}
