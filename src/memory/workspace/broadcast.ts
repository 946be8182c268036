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
}

export const broadcastTokens = 4000

/** A shorter beginning says nothing. */
const shortestBeginning = 20

/**
 * GWT3: the goals, a header, a line per slot, a footer, what was admitted and evicted. When the budget is too small, the
 * longest contents are cut to one common length, and both the line and the footer say so.
 */
export function renderBroadcast(broadcast: Broadcast, maxTokens: number = broadcastTokens): BroadcastText {
  const lines = broadcast.items.map(({ content }) => content.replace(/\s+/gu, ' ').trim())
  const whole = assemble(broadcast, lines, 0)
  if (estimateTokens(whole) <= maxTokens) return { text: whole, shortened: [] }

  const everyId = broadcast.items.map(({ id }) => id)
  const frame = estimateTokens(
    assemble(
      broadcast,
      lines.map(() => cutMark(99_999)),
      everyId.length,
    ),
  )
  const tokens = lines.map(estimateTokens)
  const ceiling = commonCeiling(tokens, maxTokens - frame)
  const cut = lines.map((line, at) => (tokens[at] <= ceiling ? line : beginningOf(line, ceiling)))
  const shortened = everyId.flatMap((id, at) => (cut[at] === lines[at] ? [] : [{ id, content: cut[at] }]))
  return { text: assemble(broadcast, cut, shortened.length), shortened }
}

function assemble(
  { goals, items, capacity, cycle, admitted, evicted }: Broadcast,
  contents: readonly string[],
  shortened: number,
): string {
  const aims = goals.map(({ description, priority }) => `${description.replace(/\s+/gu, ' ').trim()} (${priority})`)
  return [
    `Goals: ${aims.length === 0 ? 'none' : aims.join('; ')}`,
    `In mind: ${items.length} of ${capacity}`,
    ...items.map(({ slot, memory_type, level }, at) => `[${slot}] ${memory_type} ${level.toFixed(2)} ${contents[at]}`),
    `End of broadcast ${cycle}${shortened === 0 ? '' : `; shortened to fit: ${shortened} of ${items.length}`}`,
    `Admitted: ${listed(admitted)}`,
    `Evicted: ${listed(evicted)}`,
  ].join('\n')
}

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
