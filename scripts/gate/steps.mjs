import { spawnSync } from 'node:child_process'

const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Reads the variables when a step runs, because `--bare` changes them. */
const environment = (variables) => ({ ...process.env, npm_config_loglevel: 'error', ...variables })

/** On Windows, npm and npx need a shell. */
export const inShell = (command) => ({ shell: process.platform === 'win32' && command !== process.execPath })

export const npx = (tool, ...args) => ['npx', ['--no-install', tool, ...args]]

/** Static checks. Architecture is a test: see `test/architecture`. */
export const staticChecks = [
  ['types', ...npx('tsc', '--noEmit')],
  ['lint', ...npx('biome', 'check', '--error-on-warnings', '.')],
  ['dead code', ...npx('knip')],
]

/** Runs steps one after the other, shows their output as it comes, and counts those that passed and failed. */
export function createSteps() {
  const count = { passed: 0, failed: 0 }
  const began = performance.now()
  return {
    count,
    run(name, command, args, variables = {}) {
      const started = performance.now()
      process.stdout.write(`\n— ${name}\n`)
      const isOk =
        spawnSync(command, args, { stdio: 'inherit', ...inShell(command), env: environment(variables) }).status === 0
      process.stdout.write(`${isOk ? 'ok' : 'FAILED'} — ${name} (${seconds(started)})\n`)
      count[isOk ? 'passed' : 'failed']++
      return isOk
    },
    took: () => seconds(began),
  }
}
