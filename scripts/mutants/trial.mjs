import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A run that takes longer proves nothing: the machine may be slow. */
const limitMs = 15 * 60_000

/** Runs tests in the copy until one fails. Returns the command that repeats that test, and the files that were run. */
function runTests(folder, args, exclude = []) {
  const path = join(folder, 'counts.json')
  rmSync(path, { force: true })
  const reporters = ['--reporter=./test/support/gate-reporter.ts', '--bail=1']
  const { signal } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, '--run', ...reporters], {
    cwd: folder,
    env: { ...process.env, WW_TEST_COUNTS: path, WW_TEST_EXCLUDE: exclude.join(';') },
    stdio: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  if (signal !== null) return { isUnclear: true, files: [] }
  // The reporter writes nothing if no test was found.
  if (!existsSync(path)) return { files: [] }
  const { failed, again, files } = JSON.parse(readFileSync(path, 'utf8'))
  return { red: again[0], isUnclear: failed > 0 && again.length === 0, files }
}

/** These tests start processes, which takes longer. */
const processTests = [
  'test/{access,browser,cli,client,concurrency,docs,durability,erasing,examples,faults,golden,habit,http}/**',
  'test/{mcp-http,package,poison,processes,protocol,serving,upgrade,workflow}/**',
]

const fileIn = (command) => /--project (\S+) (\S+)/.exec(command)?.slice(1)

/**
 * Breaks the product in one place and looks for a test that fails: first the one that failed last time, then the tests that
 * import the file, nearest first, then all others, which start the product as a process.
 */
export function tryMutant(copy, place, { lastKiller, isQuick }) {
  const { folder } = copy
  /** Files of tests that have been run, by project. */
  const done = { unit: [], sqlite: [], postgres: [] }
  const stage = (project, args = [], exclude = []) => ({
    project,
    run: () => runTests(folder, [...args, `--project=${project}`], [...done[project], ...exclude]),
  })
  const related = ['related', place.file]
  const near = [
    ...(lastKiller === undefined ? [] : [{ project: fileIn(lastKiller)[0], run: () => runOne(folder, lastKiller) }]),
    stage('unit', related),
    stage('sqlite', related, processTests),
  ]
  const far = [
    stage('sqlite', related),
    stage('postgres', related),
    ...['sqlite', 'postgres'].map((project) => stage(project)),
  ]
  const stages = isQuick ? near : [...near, ...far]
  const whileBroken = (run) => {
    const restore = copy.breakAt(place)
    try {
      return run()
    } finally {
      restore()
    }
  }
  // A flaky test, or one that also fails without the mutant, does not count.
  const notices = (red) =>
    whileBroken(() => runOne(folder, red)).red !== undefined && runOne(folder, red).red === undefined

  for (const { project, run } of stages) {
    for (;;) {
      const { red, isUnclear, files } = whileBroken(run)
      if (isUnclear) return { outcome: 'unclear' }
      if (red === undefined) {
        done[project].push(...files)
        break
      }
      if (notices(red)) return { outcome: 'killed', by: red }
      process.stderr.write(`not because of the mutant: ${red}\n`)
      const [, file] = fileIn(red)
      if (done[project].includes(file)) return { outcome: 'unclear', by: red }
      done[project].push(file)
    }
  }
  return { outcome: 'survived' }
}

/** The test in the reporter's command. */
function runOne(folder, command) {
  const [project, file] = fileIn(command)
  const pattern = / -t '(.*)'$/s.exec(command)?.[1].replaceAll("'\\''", "'")
  const one = pattern === undefined ? [] : ['-t', pattern]
  // Its file was not run whole.
  return { ...runTests(folder, [file, `--project=${project}`, ...one]), files: [] }
}
