import { deprecate } from './deprecation.js'
import type { Procedure, Run } from './procedure.js'

const keptRuns = 10
/** PRO4: by now it should have worked more often than this. */
const [enoughExecutions, leastRate] = [10, 0.3]

/** The skill after one more execution: mean of success, history, and deprecation once it keeps failing. */
export function recordRun(procedure: Procedure, run: Run): Procedure {
  const execution_count = procedure.execution_count + 1
  const success_rate = (successesOf(procedure) + (run.success ? 1 : 0)) / execution_count
  const recorded = { ...procedure, success_rate, execution_count, runs: [...procedure.runs, run].slice(-keptRuns) }
  if (execution_count <= enoughExecutions || success_rate >= leastRate) return recorded
  return deprecate(recorded, `Success rate ${success_rate.toFixed(2)} after ${execution_count} executions`)
}

/** In decimals, as people count: the mean of six successes in twenty is 0.3, not a bit below. */
export const successesOf = ({ success_rate, execution_count }: Procedure): number =>
  Number((success_rate * execution_count).toPrecision(12))
