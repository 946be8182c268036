import { deprecate } from './deprecation.js'
import type { Procedure, Run } from './procedure.js'

/** PRO4: each run makes a version, which would grow with all runs before it; the versions hold the older ones. */
const maxRuns = 100
/** PRO4: a skill with more executions and a lower rate is deprecated. */
const [minExecutions, minRate] = [10, 0.3]

/** The skill after one more execution: updates rate and history, and deprecates a skill that keeps failing. */
export function recordRun(procedure: Procedure, run: Run): Procedure {
  const execution_count = procedure.execution_count + 1
  const success_rate = (successesOf(procedure) + (run.success ? 1 : 0)) / execution_count
  const recorded = { ...procedure, success_rate, execution_count, runs: [...procedure.runs, run].slice(-maxRuns) }
  if (execution_count <= minExecutions || success_rate >= minRate) return recorded
  return deprecate(recorded, `Success rate ${success_rate.toFixed(2)} after ${execution_count} executions`)
}

/** Rounded to 12 digits: six successes in twenty give exactly 6, without a floating-point error. */
const successesOf = ({ success_rate, execution_count }: Procedure): number =>
  Number((success_rate * execution_count).toPrecision(12))

/** By Laplace's rule of succession, (s + 1) / (n + 2): one lucky run does not outrank forty good ones. */
export const expectedSuccess = (procedure: Procedure): number =>
  (successesOf(procedure) + 1) / (procedure.execution_count + 2)
