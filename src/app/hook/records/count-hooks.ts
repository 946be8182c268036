import type { HookCounts } from '../../../surfaces/cli/hooks/hook-report.js'
import type { HookOutcome, HookRecord } from './hook-records.js'

export function countHooks(records: readonly HookRecord[]): HookCounts {
  const count = (wanted: HookOutcome) => records.filter(({ outcome }) => outcome === wanted).length
  const times = records.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    asked: records.length,
    spoke: count('spoke'),
    silent_by_choice: count('choice'),
    silent_for_want_of_time: count('time'),
    failed: count('error'),
    tokens: records.reduce((sum, { tokens }) => sum + tokens, 0),
    median_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
  }
}

/** The nearest rank. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
