import type { z } from 'zod'
import type { recall } from '../../../operations/everyday/recall.js'
import type { queryAtTime } from '../../../operations/memory/query-at-time.js'
import type { recallEpisodes } from '../../../operations/memory/recall-episodes.js'
import { toPrintable } from '../../../terminal-text.js'
import { toFlag } from '../command-field.js'
import { plural } from '../quantities.js'
import type { Terminal } from '../terminal.js'
import { toAge, toMoment } from './age.js'
import type { Rendering } from './answer.js'
import { type Explanation, renderExplanation } from './explanation.js'
import { bar, indentWrapped } from './layout.js'
import { wrap } from './wrap.js'

/** One found memory, of any operation. */
export interface Found {
  readonly id: string
  readonly content: string
  readonly truncated?: boolean | undefined
  /** Length of the bar. */
  readonly share: number
  readonly relevance: number
  readonly about: readonly string[]
  readonly stale_ref?: readonly string[] | undefined
  readonly newer?: readonly string[] | undefined
  readonly valid_to?: string | undefined
  readonly replaced_by?: string | undefined
  readonly said_as?: string | undefined
  /** Further lines, right of `textColumn`. */
  readonly details?: readonly string[]
  readonly explanation?: Explanation | undefined
}

/** Longer texts are cut: `get-memory` shows all of it. */
const maxLines = 8
/** Results below this are hidden if there are better ones. */
const minRelevance = 0.1
const nearestShown = 1

export function renderRecall(answer: z.output<typeof recall.output>, rendering: Rendering): string[] {
  const found = answer.memories.map(
    (memory): Found => ({
      ...memory,
      share: memory.relevance,
      about: [memory.kind, toAge(memory.timestamp, rendering.now), ...tagged(memory.tags)],
    }),
  )
  return renderFound(answer, found, floorOf(answer, rendering), rendering)
}

/** Nothing is hidden if the user gave a floor or asked for the next page. */
export const floorOf = ({ offset }: Page, { asked }: Rendering): number =>
  asked.min_relevance === undefined && offset === 0 ? minRelevance : 0

export const tagged = (tags: readonly string[]): string[] =>
  tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(' ')]

export function renderEpisodes(answer: z.output<typeof recallEpisodes.output>, rendering: Rendering): string[] {
  const found = answer.episodes.map((episode): Found => {
    const { semantic, recency, importance } = episode.components
    const parts = `relevance ${semantic.toFixed(2)}, recency ${recency.toFixed(2)}, importance ${importance.toFixed(2)}`
    return {
      ...episode,
      share: episode.score,
      relevance: semantic,
      about: [toAge(episode.timestamp, rendering.now), episode.outcome, parts],
    }
  })
  return renderFound(answer, found, floorOf(answer, rendering), rendering)
}

export function renderAtTime(answer: z.output<typeof queryAtTime.output>, rendering: Rendering): string[] {
  const moment = Date.parse(answer.point_in_time)
  const found = [...answer.episodes, ...(answer.entities ?? []), ...(answer.procedures ?? [])].map(
    (each): Found => ({
      ...each,
      share: each.score,
      relevance: 1,
      about: [`${toAge(each.timestamp, moment)} at that time`],
    }),
  )
  const heading = rendering.terminal.style.dim(`What was known on ${toMoment(answer.point_in_time)}`)
  return [
    heading,
    ...renderFound({ ...answer, total: answer.count, offset: 0, has_more: false }, found, minRelevance, rendering),
  ]
}

interface Page {
  readonly nothing_relevant: boolean
  readonly total: number
  readonly offset: number
  readonly has_more: boolean
  readonly left_out?: number | undefined
}

export function renderFound(
  page: Page,
  found: readonly Found[],
  floor: number,
  { terminal, asked, hideOptions = false }: Rendering,
): string[] {
  const { style } = terminal
  const { left_out: leftOut = 0 } = page
  if (page.total === 0 && leftOut > 0) {
    const hint = `${plural(leftOut, 'memory', 'memories')} hardly relevant (--min-relevance 0 shows them)`
    return [style.yellow('Nothing relevant is stored.'), ...(hideOptions ? [] : [style.dim(hint)])]
  }
  if (page.total === 0) return [whyEmpty(asked)]
  if (found.length === 0) return [`Nothing on this page: there are ${plural(page.total, 'memory', 'memories')}.`]
  const above = found.filter(({ relevance }) => relevance >= floor)
  const isRelevant = !page.nothing_relevant && above.length > 0
  const best = floor === 0 ? found : isRelevant ? above : found.slice(0, nearestShown)
  const lines = page.nothing_relevant
    ? [style.yellow('Nothing relevant is stored.'), style.dim('The nearest, probably unrelated:'), '']
    : []
  lines.push(...best.flatMap((each, index) => [...(index === 0 ? [] : ['']), ...renderOne(each, page, terminal)]))
  if (page.nothing_relevant || hideOptions) return lines
  const hidden = found.length - best.length
  const rest = [
    ...(hidden > 0 ? [`${hidden} more, hardly relevant (--min-relevance 0 shows them)`] : []),
    ...(page.has_more && hidden === 0 ? [`${page.total - page.offset - found.length} more (--offset)`] : []),
  ]
  if (rest.length === 0) return lines
  return [...lines, '', ...wrap(rest.join(' · '), terminal.columns).map((line) => style.dim(line))]
}

/** Inputs that filter out no memory. */
const unfilteredInputs = new Set(['query', 'also', 'task', 'limit', 'offset', 'explain', 'max_tokens'])

function whyEmpty(asked: Rendering['asked']): string {
  if (asked.point_in_time !== undefined) return 'Nothing was stored here at that time.'
  const filters = Object.keys(asked).filter(
    (name) => asked[name] !== undefined && asked[name] !== '*' && !unfilteredInputs.has(name),
  )
  if (filters.length === 0) return 'Nothing is remembered here yet.'
  return `No memory here passes ${filters.map(toFlag).join(', ')}.`
}

const pastText = (until: string, by: string | undefined): string =>
  `no longer true since ${until.slice(0, 10)}${by === undefined ? '' : `, see ${by}`}`

const staleReferenceText = (paths: readonly string[]): string => `names missing files: ${paths.join(', ')}`

/** Where the text begins, right of the bar. */
export const textColumn = 18

export function renderOne(found: Found, page: Pick<Page, 'nothing_relevant'>, terminal: Terminal): string[] {
  const { style, columns } = terminal
  const paint = page.nothing_relevant ? style.dim : found.share >= 0.5 ? style.green : style.yellow
  const gauge = `${bar(found.share, paint, style)}  ${found.share.toFixed(2)}`
  const text = indentWrapped(toPrintable(found.content), columns, textColumn)
  const shown =
    text.length > maxLines ? [...text.slice(0, maxLines - 1), ' '.repeat(textColumn) + style.dim('…')] : text
  const [first = '', ...rest] = shown
  const about = [
    ...found.about,
    ...(found.said_as === undefined ? [] : [found.said_as]),
    ...(found.newer === undefined ? [] : [`may be outdated, see ${found.newer.join(', ')}`]),
    ...(found.valid_to === undefined ? [] : [pastText(found.valid_to, found.replaced_by)]),
    ...(found.stale_ref === undefined ? [] : [staleReferenceText(found.stale_ref)]),
    ...(found.truncated === true || shown !== text ? ['shortened, get-memory shows all'] : []),
  ]
  const pad = ' '.repeat(textColumn)
  const emphasis = page.nothing_relevant ? style.dim : style.bold
  return [
    `${gauge}  ${emphasis(first.trimStart())}`,
    ...rest.map((line) => emphasis(line)),
    ...indentWrapped(toPrintable(about.join(' · ')), columns, textColumn).map((line) => style.dim(line)),
    ...(found.details ?? []).map((line) => pad + line),
    pad + style.cyan(found.id),
    ...(found.explanation === undefined
      ? []
      : renderExplanation(found.explanation, columns - textColumn, terminal).map((line) => pad + line)),
  ]
}
