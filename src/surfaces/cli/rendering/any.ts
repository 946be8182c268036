import { toPrintable } from '../../../terminal-text.js'
import type { Rendering } from './answer.js'
import { table } from './layout.js'

/** Names and values; nested values as JSON. */
export function renderAny(answer: Readonly<Record<string, unknown>>, { terminal }: Rendering): string[] {
  const rows = Object.entries(answer).map(([name, value]) => [name.replaceAll('_', ' '), toText(value)] as const)
  return table(rows, terminal)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return toPrintable(typeof value === 'string' ? value : JSON.stringify(value))
}
