import { toPrintable } from '../../../terminal-text.js'
import type { ForeignSource } from '../import-export/history.js'
import { plural } from '../quantities.js'
import { indentWrapped } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'
import type { AnsweredQuestion } from './propose-questions.js'

/** The history that was found. */
export interface TrySummary {
  readonly status: 'ok'
  readonly sources: readonly {
    readonly source: string
    readonly files: number
    readonly memories: number
    readonly unreadable: number
  }[]
  /** Largest first. */
  readonly projects: readonly { readonly project: string; readonly memories: number }[]
}

/** As many as fit in a line or two. */
const maxProjects = 8

export function renderSummary({ sources, projects }: TrySummary, { style, columns }: Terminal): string[] {
  const total = sources.reduce((sum, { memories }) => sum + memories, 0)
  const shown = projects.slice(0, maxProjects)
  const more = projects.length - shown.length
  const named = shown.map(({ project, memories }) => `${toPrintable(project)} (${counted(memories)})`).join(', ')
  return [
    style.bold(`${counted(total)} ${total === 1 ? 'memory' : 'memories'} of your own`),
    ...sources.flatMap(({ source, files, memories, unreadable }) => {
      const rest = unreadable === 0 ? '' : `; ${plural(unreadable, 'record', 'records')} could not be read`
      return indentWrapped(`${counted(memories)} from ${source}, ${plural(files, 'file', 'files')}${rest}`, columns, 2)
    }),
    ...(shown.length === 0
      ? []
      : indentWrapped(`Projects: ${named}${more === 0 ? '' : ` and ${more} more`}`, columns, 2)),
    ...indentWrapped(
      'Secrets were masked. All of it is in a temporary folder that is deleted at the end.',
      columns,
      2,
    ).map(style.dim),
  ]
}

/** What this history answers, or what to do where it answers nothing yet. */
export function renderQuestions(
  questions: readonly AnsweredQuestion[],
  name: string,
  { style, columns }: Terminal,
): string[] {
  if (questions.length === 0) {
    return [
      '',
      ...indentWrapped(
        `There is too little in it to propose a question that it answers. Ask it something all the same; or connect your agent ("${name} connect") and try again after a few sessions. "${name} demo" shows what it looks like then.`,
        columns,
        0,
      ),
    ]
  }
  return [
    '',
    'It answers, for example:',
    ...questions.flatMap(({ question, answer }) => [
      style.bold(`  ${name} try "${toPrintable(question)}"`),
      ...indentWrapped(firstLine(answer), columns, 4),
    ]),
  ]
}

const maxAnswer = 160

function firstLine(text: string): string {
  const line = toPrintable(text.trim().split('\n')[0] ?? '')
  return line.length <= maxAnswer ? line : `${line.slice(0, maxAnswer - 1).trimEnd()}…`
}

/** How to keep it. */
export const renderNext = (sources: readonly string[], name: string, { style }: Terminal): string[] => [
  'To keep it, and to give it to your agent:',
  ...sources.map((source) => style.bold(`  ${name} import ${source}`)),
  style.bold(`  ${name} connect`),
]

const counted = (count: number): string => count.toLocaleString('en')

export function renderNoHistory(searched: readonly ForeignSource[], name: string, { columns }: Terminal): string[] {
  return [
    'No history was found. These places were searched:',
    ...searched.flatMap(({ summary }) => indentWrapped(summary, columns, 2)),
    ...indentWrapped(
      `"${name} demo" shows a short story instead; "${name} import --help" lists what else can be read.`,
      columns,
      0,
    ),
  ]
}
