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

export interface BroadcastText {
  readonly text: string
  /** Ids of items whose content was shortened, or left out whole. */
  readonly shortened: readonly string[]
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
  const whole = assemble(broadcast, lines, [])
  if (estimateTokens(whole) <= maxTokens) return { text: whole, shortened: [] }

  const everyId = broadcast.items.map(({ id }) => id)
  const frame = estimateTokens(
    assemble(
      broadcast,
      lines.map(() => cutMark(99_999)),
      everyId,
    ),
  )
  const tokens = lines.map(estimateTokens)
  const ceiling = commonCeiling(tokens, maxTokens - frame)
  const cut = lines.map((line, at) => (tokens[at] <= ceiling ? line : beginningOf(line, ceiling)))
  const shortened = everyId.filter((_, at) => cut[at] !== lines[at])
  return { text: assemble(broadcast, cut, shortened), shortened }
}

function assemble(
  { goals, items, capacity, cycle, admitted, evicted }: Broadcast,
  contents: readonly string[],
  shortened: readonly string[],
): string {
  const aims = goals.map(({ description, priority }) => `${description.replace(/\s+/gu, ' ').trim()} (${priority})`)
  return [
    `Goals: ${aims.length === 0 ? 'none' : aims.join('; ')}`,
    `In mind: ${items.length} of ${capacity}`,
    ...items.map(({ slot, memory_type, level }, at) => `[${slot}] ${memory_type} ${level.toFixed(2)} ${contents[at]}`),
    `End of broadcast ${cycle}${shortened.length === 0 ? '' : `; shortened to fit: ${shortened.length} of ${items.length}`}`,
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
