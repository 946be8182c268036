import type { CliSurface } from '../surface.js'
import type { ClientOutcome } from './connections.js'
import { unifiedDiff } from './unified-diff.js'

/** What was done on standard output, what could not be done on standard error. */
export function tellOutcomes(
  outcomes: readonly ClientOutcome[],
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
  { stdout, stderr, errorTerminal, name }: CliSurface,
  onBad: () => void,
  render: () => readonly string[],
): void {
  const failed = outcomes.filter(({ status }) => status === 'failed')
  if (failed.length > 0) onBad()
  if (json) {
    const clients = outcomes.map(({ changes, ...outcome }) => ({
      ...outcome,
      changes: changes.map((change) => ({ file: change.file, diff: `${unifiedDiff(change).join('\n')}\n` })),
    }))
    stdout.write(`${JSON.stringify({ dry_run: dryRun, clients }, null, 2)}\n`)
    return
  }
  const lines = render()
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  for (const { problem } of failed) stderr.write(`${errorTerminal.style.red(`${name}:`)} ${problem}.\n`)
}
