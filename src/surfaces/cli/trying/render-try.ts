import type { ForeignSource } from '../moving/history.js'
import { indented, plural } from '../rendering/layout.js'
import { toPrintable } from '../rendering/printable.js'
import type { Terminal } from '../terminal.js'

/** What was found of somebody's history. */
export interface TrySummary {
  readonly status: 'ok'
  readonly sources: readonly {
    readonly source: string
    readonly files: number
    readonly memories: number
    readonly unreadable: number
  }[]
  /** The largest first. */
  readonly projects: readonly { readonly project: string; readonly memories: number }[]
}

/** As many as fit a line or two. */
const mostProjects = 8

export function renderSummary({ sources, projects }: TrySummary, { style, columns }: Terminal): string[] {
  const total = sources.reduce((sum, { memories }) => sum + memories, 0)
  const shown = projects.slice(0, mostProjects)
  const more = projects.length - shown.length
  const named = shown.map(({ project, memories }) => `${toPrintable(project)} (${counted(memories)})`).join(', ')
  return [
    style.bold(`${counted(total)} ${total === 1 ? 'memory' : 'memories'} of your own`),
    ...sources.flatMap(({ source, files, memories, unreadable }) => {
      const rest = unreadable === 0 ? '' : `; ${plural(unreadable, 'record', 'records')} could not be read`
      return indented(`${counted(memories)} from ${source}, ${plural(files, 'file', 'files')}${rest}`, columns, 2)
    }),
    ...(shown.length === 0 ? [] : indented(`Projects: ${named}${more === 0 ? '' : ` and ${more} more`}`, columns, 2)),
    ...indented('Secrets were masked. All of it is in a temporary folder that is deleted at the end.', columns, 2).map(
      style.dim,
    ),
  ]
}

/** For those who would keep it. */
export const renderNext = (sources: readonly string[], name: string, { style }: Terminal): string[] => [
  'To keep it, and to give it to your agent:',
  ...sources.map((source) => style.bold(`  ${name} import ${source}`)),
  style.bold(`  ${name} connect`),
]

const counted = (count: number): string => count.toLocaleString('en')

export function renderNoHistory(looked: readonly ForeignSource[], name: string, { columns }: Terminal): string[] {
  return [
    'No history was found here. It was looked for in:',
    ...looked.flatMap(({ summary }) => indented(summary, columns, 2)),
    ...indented(
      `"${name} demo" tells a short story instead; "${name} import --help" lists what else can be read.`,
      columns,
      0,
    ),
  ]
}
