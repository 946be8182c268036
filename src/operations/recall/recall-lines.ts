import { toShortId } from '../../memory/ids.js'

interface Line {
  readonly id: string
  readonly content: string
  readonly timestamp: string
  readonly truncated?: boolean
  readonly newer?: readonly string[]
  readonly valid_to?: string
  readonly replaced_by?: string
  readonly said_as?: string
  readonly needs_review?: boolean
  readonly stale_ref?: unknown
  readonly explanation?: unknown
}

interface Answer {
  readonly count: number
  readonly offset: number
  readonly has_more: boolean
  readonly left_out?: number
  readonly nothing_relevant: boolean
  readonly memories: readonly Line[]
}

/**
 * REC20: what an agent reads, a line for each memory: date, short id, text, and marks only where they are set. With
 * explanations it reads the whole answer.
 */
export function toRecallLines(answer: Answer): string | undefined {
  const { memories, count, offset, has_more, left_out = 0, nothing_relevant } = answer
  if (memories.some(({ explanation }) => explanation !== undefined)) return undefined
  return [
    ...(nothing_relevant ? ['Nothing relevant is stored.'] : []),
    ...memories.map((memory) =>
      [memory.timestamp.slice(0, 10), toShortId(memory.id), memory.content, ...marks(memory)].join(' '),
    ),
    ...(has_more ? [`More: offset ${offset + count}.`] : []),
    ...(memories.length === 0 && left_out > 0 ? [`${left_out} with little relevance: min_relevance 0.`] : []),
  ].join('\n')
}

function marks({ newer, valid_to, replaced_by, said_as, truncated, needs_review, stale_ref }: Line): string[] {
  return [
    ...(newer === undefined ? [] : [`[newer: ${newer.map(toShortId).join(', ')}]`]),
    ...(valid_to === undefined
      ? []
      : [`[until ${valid_to.slice(0, 10)}${replaced_by === undefined ? '' : `, then ${toShortId(replaced_by)}`}]`]),
    ...(said_as === undefined ? [] : [`[${said_as}]`]),
    ...(truncated ? ['[truncated]'] : []),
    ...(needs_review ? ['[needs review]'] : []),
    ...(stale_ref === undefined ? [] : ['[names a file that is gone]']),
  ]
}
