import type { RefusalBody } from '../../operations/machinery/refusal.js'
import { toPrintable } from '../../terminal-text.js'

/** More bad lines than this come from a wrong file. */
const maxLines = 10

/** Why the workspace door refused, and what would make it accept. */
export function toRefusalLines({ error, required_confirm, errors }: RefusalBody): string[] {
  const bad = Array.isArray(errors) ? errors.filter(isBadLine) : []
  const more = bad.length - maxLines
  return [
    toPrintable(typeof required_confirm === 'string' ? `${error}: add --confirm ${required_confirm}` : error),
    ...bad.slice(0, maxLines).map(({ line, error }) => toPrintable(`  line ${line} ${error}`)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function isBadLine(value: unknown): value is { line: number; error: string } {
  return typeof value === 'object' && value !== null && 'line' in value && 'error' in value
}
