import type { MemoryType } from '../import-export/memory-type.js'
import { commonCeiling, estimateTokens } from '../token-budget.js'

interface BroadcastItem {
  /** From 1. */
  readonly slot: number
  readonly id: string
  readonly memory_type: MemoryType
  readonly level: number
  /** The memory's text, unchanged. */
  readonly content: string
}

/** GWT3: the broadcast of the workspace as data. */
export interface Broadcast {
  readonly cycle: number
  readonly at: number
  readonly capacity: number
  readonly goals: readonly { readonly description: string; readonly priority: number }[]
  readonly items: readonly BroadcastItem[]
  readonly admitted: readonly string[]
  readonly evicted: readonly string[]
}

/** The stored form: it names the memories, but only the memories themselves store their content. */
export interface BroadcastRecord extends Omit<Broadcast, 'items'> {
  readonly items: readonly Omit<BroadcastItem, 'content'>[]
}

export const toBroadcastRecord = ({ items, ...broadcast }: Broadcast): BroadcastRecord => ({
  ...broadcast,
  items: items.map(({ content: _, ...item }) => item),
})

export interface BroadcastText {
  readonly text: string
  /** Items whose content was shortened, with the shortened content. */
  readonly shortened: readonly { readonly id: string; readonly content: string }[]
  /** In the order of the goals: the shortened description, or undefined when it was not shortened. */
  readonly shortenedGoals: readonly (string | undefined)[]
}

export const broadcastTokens = 4000

/** A shorter beginning is not informative. */
const minBeginningCharacters = 20

/**
 * GWT3: goals, a header, one line per slot, a footer, the admitted and the evicted ids. When the token budget is too
 * small, the longest contents and goals are cut to one common length and marked; the footer counts the cut contents.
 */
export function renderBroadcast(broadcast: Broadcast, maxTokens: number = broadcastTokens): BroadcastText {
  const contents = broadcast.items.map(({ content }) => onOneLine(content))
  const goalTexts = broadcast.goals.map(({ description }) => onOneLine(description))
  const whole = assemble(broadcast, goalTexts, contents, 0)
  if (estimateTokens(whole) <= maxTokens) return { text: whole, shortened: [], shortenedGoals: [] }

  const marks = (texts: readonly string[]) => texts.map(() => cutMark(99_999))
  const frame = estimateTokens(assemble(broadcast, marks(goalTexts), marks(contents), contents.length))
  const ceiling = commonCeiling([...goalTexts, ...contents].map(estimateTokens), maxTokens - frame)
  const fit = (text: string) => (estimateTokens(text) <= ceiling ? text : beginningOf(text, ceiling))
  const [cutGoals, cutContents] = [goalTexts.map(fit), contents.map(fit)]
  const shortened = broadcast.items.flatMap(({ id }, at) =>
    cutContents[at] === contents[at] ? [] : [{ id, content: cutContents[at] }],
  )
  return {
    text: assemble(broadcast, cutGoals, cutContents, shortened.length),
    shortened,
    shortenedGoals: cutGoals.map((goalText, at) => (goalText === goalTexts[at] ? undefined : goalText)),
  }
}

function assemble(
  { goals, items, capacity, cycle, admitted, evicted }: Broadcast,
  goalTexts: readonly string[],
  contents: readonly string[],
  shortened: number,
): string {
  const goalLines = goals.map(({ priority }, at) => `${goalTexts[at]} (${priority})`)
  return [
    `Goals: ${goalLines.length === 0 ? 'none' : goalLines.join('; ')}`,
    `In mind: ${items.length} of ${capacity}`,
    ...items.map(({ slot, memory_type, level }, at) => `[${slot}] ${memory_type} ${level.toFixed(2)} ${contents[at]}`),
    `End of broadcast ${cycle}${shortened === 0 ? '' : `; shortened to fit: ${shortened} of ${items.length}`}`,
    `Admitted: ${formatIds(admitted)}`,
    `Evicted: ${formatIds(evicted)}`,
  ].join('\n')
}

const onOneLine = (text: string): string => text.replace(/[\s\u0085]+/gu, ' ').trim()

const formatIds = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '))

const cutMark = (characters: number): string => ` … (${characters} characters more)`

/** Cuts a line to about `tokens` tokens, between whole characters. */
function beginningOf(line: string, tokens: number): string {
  const characters = Array.from(line)
  const perToken = characters.length / Math.max(1, estimateTokens(line))
  const kept = Math.max(minBeginningCharacters, Math.floor(tokens * perToken))
  if (kept >= characters.length) return line
  return characters.slice(0, kept).join('').trimEnd() + cutMark(characters.length - kept)
}
