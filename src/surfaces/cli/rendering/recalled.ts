import type { z } from 'zod'
import type { recall } from '../../../operations/front/recall.js'
import type { queryAtTime } from '../../../operations/memory/query-at-time.js'
import type { recallEpisodes } from '../../../operations/memory/recall-episodes.js'
import { toFlag } from '../command-field.js'
import type { Terminal } from '../terminal.js'
import { toAge, toMoment } from './age.js'
import type { Rendering } from './answer.js'
import { type Explanation, renderExplanation } from './explanation.js'
import { bar, indented, plural } from './layout.js'
import { toPrintable } from './printable.js'

/** One found memory, whatever the door calls its parts. */
export interface Found {
  readonly id: string
  readonly content: string
  readonly truncated?: boolean | undefined
  /** What the bar shows. */
  readonly share: number
  readonly relevance: number
  readonly about: readonly string[]
  readonly stale_ref?: readonly string[] | undefined
  /** Lines of its own, as wide as the terminal leaves right of `textColumn`. */
  readonly details?: readonly string[]
  readonly explanation?: Explanation | undefined
}

/** Past this a text is cut on the screen: the rest is one command away. */
const longestLines = 8
/** Below this, and with something better above, a result only pushes the good ones off the screen. */
const hardlyRelevant = 0.1
const nearest = 1

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

/** Who asks for a floor, or for the next page, sees everything they asked for. */
export const floorOf = ({ offset }: Page, { asked }: Rendering): number =>
  asked.min_relevance === undefined && offset === 0 ? hardlyRelevant : 0

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
    ...renderFound({ ...answer, total: answer.count, offset: 0, has_more: false }, found, hardlyRelevant, rendering),
  ]
}

interface Page {
  readonly nothing_relevant: boolean
  readonly total: number
  readonly offset: number
  readonly has_more: boolean
}

export function renderFound(
  page: Page,
  found: readonly Found[],
  floor: number,
  { terminal, asked, isLastWord = false }: Rendering,
): string[] {
  const { style } = terminal
  if (page.total === 0) return [whyEmpty(asked)]
  if (found.length === 0) return [`Nothing on this page: there are ${plural(page.total, 'memory', 'memories')}.`]
  const above = found.filter(({ relevance }) => relevance >= floor)
  const isTold = !page.nothing_relevant && above.length > 0
  const best = floor === 0 ? found : isTold ? above : found.slice(0, nearest)
  const lines = page.nothing_relevant
    ? [style.yellow('Nothing on this was ever told.'), style.dim('The nearest, probably unrelated:'), '']
    : []
  lines.push(...best.flatMap((each, index) => [...(index === 0 ? [] : ['']), ...renderOne(each, page, terminal)]))
  if (page.nothing_relevant || isLastWord) return lines
  const hidden = found.length - best.length
  const rest = [
    ...(hidden > 0 ? [`${hidden} more, hardly relevant (--min-relevance 0 shows them)`] : []),
    ...(page.has_more && hidden === 0 ? [`${page.total - page.offset - found.length} more behind (--offset)`] : []),
  ]
  return rest.length === 0 ? lines : [...lines, '', style.dim(rest.join(' · '))]
}

/** What is asked without leaving out any memory. */
const widest = new Set(['query', 'task', 'limit', 'offset', 'explain', 'max_tokens'])

function whyEmpty(asked: Rendering['asked']): string {
  if (asked.point_in_time !== undefined) return 'Nothing was remembered here by then.'
  const narrowing = Object.keys(asked).filter(
    (name) => asked[name] !== undefined && asked[name] !== '*' && !widest.has(name),
  )
  if (narrowing.length === 0) return 'Nothing is remembered here yet.'
  return `Nothing that is remembered here passes ${narrowing.map(toFlag).join(', ')}.`
}

const goneWords = (paths: readonly string[]): string => `names what is gone: ${paths.join(', ')}`

/** Where the text begins, right of the bar. */
export const textColumn = 18

export function renderOne(found: Found, page: Pick<Page, 'nothing_relevant'>, terminal: Terminal): string[] {
  const { style, columns } = terminal
  const { filled, empty } = bar(found.share)
  const paint = page.nothing_relevant ? style.dim : found.share >= 0.5 ? style.green : style.yellow
  const gauge = `${paint(filled)}${style.dim(empty)}  ${found.share.toFixed(2)}`
  const text = indented(toPrintable(found.content), columns, textColumn)
  const shown =
    text.length > longestLines ? [...text.slice(0, longestLines - 1), ' '.repeat(textColumn) + style.dim('…')] : text
  const [first = '', ...rest] = shown
  const about = [
    ...found.about,
    ...(found.stale_ref === undefined ? [] : [goneWords(found.stale_ref)]),
    ...(found.truncated === true || shown !== text ? ['cut, get-memory reads all'] : []),
  ]
  const pad = ' '.repeat(textColumn)
  const emphasis = page.nothing_relevant ? style.dim : style.bold
  return [
    `${gauge}  ${emphasis(first.trimStart())}`,
    ...rest.map((line) => emphasis(line)),
    ...indented(toPrintable(about.join(' · ')), columns, textColumn).map((line) => style.dim(line)),
    ...(found.details ?? []).map((line) => pad + line),
    pad + style.cyan(found.id),
    ...(found.explanation === undefined
      ? []
      : renderExplanation(found.explanation, columns - textColumn, terminal).map((line) => pad + line)),
  ]
}
