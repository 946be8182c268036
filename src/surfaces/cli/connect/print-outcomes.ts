import type { CliSurface } from '../surface.js'
import type { ClientOutcome, FileChange } from './connections.js'
import { unifiedDiff } from './unified-diff.js'

/** Prints what was done on standard output, and what failed on standard error. */
export async function printOutcomes(
  outcomes: readonly ClientOutcome[],
  {
    dryRun,
    json,
    more = {},
  }: { readonly dryRun: boolean; readonly json: boolean; readonly more?: Readonly<Record<string, unknown>> },
  { stdout, stderr, errorTerminal, name }: CliSurface,
  onFailure: () => void,
  render: () => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  const failed = outcomes.filter(({ status }) => status === 'failed')
  if (failed.length > 0) onFailure()
  if (json) {
    const withDiff = async (change: FileChange) => ({
      file: change.file,
      diff: `${(await unifiedDiff(change)).join('\n')}\n`,
    })
    const clients = await Promise.all(
      outcomes.map(async ({ changes, ...outcome }) => ({
        ...outcome,
        changes: await Promise.all(changes.map(withDiff)),
      })),
    )
    stdout.write(`${JSON.stringify({ dry_run: dryRun, clients, ...more }, null, 2)}\n`)
    return
  }
  const lines = await render()
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  for (const { problem } of failed) stderr.write(`${errorTerminal.style.red(`${name}:`)} ${problem}.\n`)
}
