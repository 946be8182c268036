import type { z } from 'zod'
import type { listQuarantine } from '../../../operations/quarantine/list-quarantine.js'
import type { showQuarantined } from '../../../operations/quarantine/show-quarantined.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import { toAge } from '../rendering/age.js'
import { indentWrapped, table } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'

type Listed = z.output<typeof listQuarantine.output>

const originWords: Readonly<Record<Listed['memories'][number]['origin'], string>> = {
  stated: 'stated here',
  remote: 'by a caller with a key',
  import: 'imported',
  tool: 'printed by a tool',
}

const decisionWords = { released: 'released', kept_out: 'kept out' } as const

export function renderQuarantine({ memories, total }: Listed, terminal: Terminal, now: number): string[] {
  const { style, columns } = terminal
  if (total === 0) return ['Nothing waits in quarantine.']
  const lines = memories.flatMap((memory) => {
    const about = [
      memory.decision === null ? 'waits' : decisionWords[memory.decision],
      originWords[memory.origin],
      toAge(memory.timestamp, now),
      memory.project ?? 'general',
      memory.signals.join(', '),
    ]
    return [
      style.cyan(memory.id),
      ...indentWrapped(toPrintable(memory.excerpt), columns, 2),
      ...indentWrapped(toPrintable(about.filter((each) => each !== '').join(' · ')), columns, 2).map(style.dim),
      '',
    ]
  })
  const hidden = total - memories.length
  return [...lines, `${plural(total, 'memory', 'memories')}${hidden > 0 ? `, ${hidden} more not shown` : ''}`]
}

export function renderQuarantined(
  memory: z.output<typeof showQuarantined.output>,
  terminal: Terminal,
  now: number,
): string[] {
  const state = memory.waits ? 'waits' : memory.decision === null ? 'not held back' : decisionWords[memory.decision]
  const rows = [
    ['id', memory.id],
    ['state', state],
    ['origin', `${originWords[memory.origin]} (${memory.source})`],
    ['happened', toAge(memory.timestamp, now)],
    ['project', memory.project ?? 'general'],
    ['reads like', memory.signals.length === 0 ? '–' : `${memory.signals.join(', ')} (${memory.score.toFixed(2)})`],
  ] as const
  return [
    toPrintable(memory.content),
    '',
    ...table(
      rows.map(([name, value]) => [name, toPrintable(value)]),
      terminal,
    ),
  ]
}
