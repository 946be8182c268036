import type { MemoryType } from '../moving/memory-type.js'
import { commonCeiling, estimateTokens } from '../token-budget.js'

interface BroadcastItem {
  /** From 1. */
  readonly slot: number
  readonly id: string
  readonly memory_type: MemoryType
  readonly level: number
  /** Byte for byte. */
  readonly content: string
}

/** GWT3: what the workspace tells everybody, as data. */
export interface Broadcast {
  readonly cycle: number
  readonly at: number
  readonly capacity: number
  readonly goals: readonly { readonly description: string; readonly priority: number }[]
  readonly items: readonly BroadcastItem[]
  readonly admitted: readonly string[]
  readonly evicted: readonly string[]
}

/** What is kept of it: who was in mind is for ever true, what they say is kept with the memories alone. */
export interface BroadcastRecord extends Omit<Broadcast, 'items'> {
  readonly items: readonly Omit<BroadcastItem, 'content'>[]
}

export const toRecord = ({ items, ...broadcast }: Broadcast): BroadcastRecord => ({
  ...broadcast,
  items: items.map(({ content: _, ...item }) => item),
})

export interface BroadcastText {
  readonly text: string
  /** Items whose content was shortened, with what is left of it. */
  readonly shortened: readonly { readonly id: string; readonly content: string }[]
  /** In the order of the goals: what is left of a description that was shortened. */
  readonly shortenedGoals: readonly (string | undefined)[]
}

export const broadcastTokens = 4000

/** A shorter beginning says nothing. */
const shortestBeginning = 20

/**
 * GWT3: the goals, a header, a line per slot, a footer, what was admitted and evicted. When the budget is too small, the
 * longest contents and goals are cut to one common length, and say so; the footer counts the contents.
 */
export function renderBroadcast(broadcast: Broadcast, maxTokens: number = broadcastTokens): BroadcastText {
  const contents = broadcast.items.map(({ content }) => onOneLine(content))
  const aims = broadcast.goals.map(({ description }) => onOneLine(description))
  const whole = assemble(broadcast, aims, contents, 0)
  if (estimateTokens(whole) <= maxTokens) return { text: whole, shortened: [], shortenedGoals: [] }

  const marks = (texts: readonly string[]) => texts.map(() => cutMark(99_999))
  const frame = estimateTokens(assemble(broadcast, marks(aims), marks(contents), contents.length))
  const ceiling = commonCeiling([...aims, ...contents].map(estimateTokens), maxTokens - frame)
  const fit = (text: string) => (estimateTokens(text) <= ceiling ? text : beginningOf(text, ceiling))
  const [cutAims, cut] = [aims.map(fit), contents.map(fit)]
  const shortened = broadcast.items.flatMap(({ id }, at) =>
    cut[at] === contents[at] ? [] : [{ id, content: cut[at] }],
  )
  return {
    text: assemble(broadcast, cutAims, cut, shortened.length),
    shortened,
    shortenedGoals: cutAims.map((aim, at) => (aim === aims[at] ? undefined : aim)),
  }
}

function assemble(
  { goals, items, capacity, cycle, admitted, evicted }: Broadcast,
  aims: readonly string[],
  contents: readonly string[],
  shortened: number,
): string {
  const aimed = goals.map(({ priority }, at) => `${aims[at]} (${priority})`)
  return [
    `Goals: ${aimed.length === 0 ? 'none' : aimed.join('; ')}`,
    `In mind: ${items.length} of ${capacity}`,
    ...items.map(({ slot, memory_type, level }, at) => `[${slot}] ${memory_type} ${level.toFixed(2)} ${contents[at]}`),
    `End of broadcast ${cycle}${shortened === 0 ? '' : `; shortened to fit: ${shortened} of ${items.length}`}`,
    `Admitted: ${listed(admitted)}`,
    `Evicted: ${listed(evicted)}`,
  ].join('\n')
}

const onOneLine = (text: string): string => text.replace(/[\s\u0085]+/gu, ' ').trim()

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '))

const cutMark = (characters: number): string => ` … (${characters} characters more)`

/** Whole characters, within so many tokens. */
function beginningOf(line: string, tokens: number): string {
  const characters = Array.from(line)
  const perToken = characters.length / Math.max(1, estimateTokens(line))
  const kept = Math.max(shortestBeginning, Math.floor(tokens * perToken))
  if (kept >= characters.length) return line
  return characters.slice(0, kept).join('').trimEnd() + cutMark(characters.length - kept)
}
