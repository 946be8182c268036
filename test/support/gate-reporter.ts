import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { testSeed } from './seed.js'

/** What the check needs to know of a run of the tests. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  /** Passed only on the second try, which CI allows. */
  readonly flaky: readonly string[]
  /** For each that failed, the command that runs it again. */
  readonly again: readonly string[]
  readonly files: readonly string[]
}

/** Writes the counts to the file that `WW_TEST_COUNTS` names. */
// biome-ignore lint/style/noDefaultExport: the tool asks for one
export default class GateReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const having = (state: string) => tests.filter((test) => test.result().state === state)
    const failed = having('failed')
    // A file that cannot be loaded, a hook that failed, an error that nobody waited for.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && !failed.some((test) => test.module === module),
    )
    const named = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`
    const counts: TestCounts = {
      passed: having('passed').length,
      failed: failed.length + broken.length + unhandled.length,
      skipped: having('skipped').map(named),
      flaky: having('passed')
        .filter((test) => test.diagnostic()?.flaky)
        .map(named),
      again: [...failed.map(commandFor), ...broken.map(commandForFile)],
      files: [...new Set(modules.map(({ relativeModuleId }) => relativeModuleId))],
    }
    if (process.env.WW_TEST_COUNTS) writeFileSync(process.env.WW_TEST_COUNTS, JSON.stringify(counts))
  }
}

const commandForFile = ({ project, relativeModuleId }: TestModule): string =>
  `WW_TEST_SEED=${testSeed} npx vitest run --project ${project.name} ${relativeModuleId}`

function commandFor(test: TestCase): string {
  const pattern = test.fullName.replaceAll(' > ', ' ').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `${commandForFile(test.module)} -t '${pattern.replaceAll("'", "'\\''")}'`
}
