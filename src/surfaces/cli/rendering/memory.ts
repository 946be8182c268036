import type { z } from 'zod'
import type { getMemory } from '../../../operations/everyday/get-memory.js'
import { toPrintable } from '../../../terminal-text.js'
import { toAge, toMoment } from './age.js'
import type { Rendering } from './answer.js'
import { table } from './layout.js'

/** The text first, and not wrapped. */
export function renderMemory(memory: z.output<typeof getMemory.output>, { terminal, now }: Rendering): string[] {
  const { style } = terminal
  const time = (moment: string) => `${toMoment(moment)} (${toAge(moment, now)})`
  const facets = Object.keys(memory.facets).length === 0 ? [] : [['facets', JSON.stringify(memory.facets)] as const]
  const rows: (readonly [string, string])[] = [
    ['id', memory.id],
    ['kind', memory.state === 'active' ? memory.kind : `${memory.kind}, ${memory.state}`],
    ['happened', time(memory.timestamp)],
    ['recorded', time(memory.recorded_at)],
    ...(memory.valid_to === null ? [] : [['valid until', time(memory.valid_to)] as const]),
    ['project', memory.project ?? '–'],
    ['session', memory.session_id],
    ...(memory.tags.length === 0 ? [] : [['tags', memory.tags.join(', ')] as const]),
    ...facets,
    ...(memory.stale_ref === undefined ? [] : [['missing files', memory.stale_ref.join(', ')] as const]),
    ['importance', String(memory.importance)],
    ['uses', String(memory.uses)],
    ['retrievable', `${(memory.retrievability * 100).toFixed(1)} %`],
  ]
  return [
    style.bold(toPrintable(memory.content)),
    '',
    ...table(
      rows.map(([name, value]) => [name, toPrintable(value)]),
      terminal,
    ),
  ]
}
