import type { z } from 'zod'
import type { memoryStats } from '../../../operations/memory/memory-stats.js'
import { toPrintable } from '../../../terminal-text.js'
import { bytes } from '../quantities.js'
import type { Rendering } from './answer.js'
import { table } from './layout.js'

type Stats = z.output<typeof memoryStats.output>

export function renderStats(stats: Stats, { terminal }: Rendering): string[] {
  const { style } = terminal
  const { session_id, project, collections, storage, detailed } = stats
  const total = Object.values(collections).reduce((sum, count) => sum + count, 0)
  const scope = [project === null ? 'all projects' : `project ${toPrintable(project)}`, `session ${session_id}`]
  const lines = [`${style.bold(memories(total))} ${style.dim(`visible · ${scope.join(' · ')}`)}`]
  if (total === 0) lines.push('', '  Nothing is remembered yet. Try: remember "Anna prefers tabs"')
  else lines.push('', ...table(counts(collections), terminal))
  if (detailed !== undefined) lines.push('', ...table(details(storage.engine, detailed), terminal))
  return lines
}

const memories = (count: number): string => (count === 1 ? '1 memory' : `${count.toLocaleString('en')} memories`)

/** Right-aligned, as numbers are. */
function counts(collections: Stats['collections']): [string, string][] {
  const entries = Object.entries(collections).filter(([, count]) => count > 0)
  const widest = Math.max(...entries.map(([, count]) => count.toLocaleString('en').length))
  return entries.map(([kind, count]) => [kind, count.toLocaleString('en').padStart(widest)])
}

function details(engine: string, detailed: NonNullable<Stats['detailed']>): [string, string][] {
  const list = (tally: Readonly<Record<string, number>>) =>
    Object.entries(tally)
      .map(([name, count]) => `${toPrintable(name)} (${count.toLocaleString('en')})`)
      .join(', ') || '–'
  return [
    ['sessions', list(detailed.sessions)],
    ['vectors', list(detailed.vectors)],
    ['model', `${detailed.embedding.model}, ${detailed.embedding.dimensions} dimensions`],
    ['terms', detailed.terms.toLocaleString('en')],
    ['edges', detailed.edges.toLocaleString('en')],
    ['engine', engine],
    ['on disk', bytes(detailed.database_bytes)],
  ]
}
