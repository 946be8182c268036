import type { RefusalBody } from '../../operations/refusal.js'
import { toPrintable } from './rendering/printable.js'

/** More bad lines than this are of the wrong kind of file. */
const mostLines = 10

/** What the workspace door answered instead of doing it, and what would make it do it. */
export function toRefusalLines({ error, required_confirm, errors }: RefusalBody): string[] {
  const bad = Array.isArray(errors) ? errors.filter(isBadLine) : []
  const more = bad.length - mostLines
  return [
    toPrintable(typeof required_confirm === 'string' ? `${error}: add --confirm ${required_confirm}` : error),
    ...bad.slice(0, mostLines).map(({ line, error }) => toPrintable(`  line ${line} ${error}`)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function isBadLine(value: unknown): value is { line: number; error: string } {
  return typeof value === 'object' && value !== null && 'line' in value && 'error' in value
}
