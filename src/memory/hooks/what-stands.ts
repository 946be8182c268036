import type { StoredMemory } from '../memory.js'
import { contentWords, repeatsOneOf } from './session/repetition.js'
import { isStandingRule } from './standing-rule.js'

/** What the beginning of a session shows of a memory. */
interface Standing {
  readonly memory: StoredMemory
  readonly text: string
}

/** A memory that took the place of another. */
export interface Replacement {
  readonly memory: StoredMemory
  readonly before: StoredMemory
}

interface StandingInput {
  /** The project's memories, newest first. */
  readonly own: readonly StoredMemory[]
  /** Memories without a project; of those, only rules stand. */
  readonly general: readonly StoredMemory[]
  readonly replacements: readonly Replacement[]
  /** Lines that the agent reads anyway, such as those of CLAUDE.md. */
  readonly known: readonly string[]
  readonly now: number
}

const maxRules = 8
const maxChanges = 3
/** A change is news for so long. */
const recentMs = 14 * 86_400_000
/** In characters: what stands is short, and a session's start has few tokens. */
const maxLength = 280
const maxBeforeLength = 100

/**
 * What stands when a session begins: what the last one left open, rules and prohibitions, what changed lately. Lessons
 * come when the failure does. Nothing is said twice, nor what the agent reads anyway.
 */
export function whatStands({ own, general, replacements, known, now }: StandingInput): readonly Standing[] {
  const chosen: Standing[] = []
  const said = known.map(contentWords)
  function add(memory: StoredMemory, text: string): boolean {
    const words = contentWords(text)
    if (isKnown(words, said)) return false
    chosen.push({ memory, text })
    said.push(words)
    return true
  }
  const addUpTo = (most: number, all: readonly Standing[]) => {
    let left = most
    for (const { memory, text } of all) if (left > 0 && add(memory, text)) left--
  }
  const [last] = own.filter(isSessionSummary).toSorted((a, b) => b.happenedAt - a.happenedAt)
  if (last !== undefined) add(last, cut(openEnds(last.text) ?? last.text))
  const rules = [...own, ...general].filter((memory) => !isSessionSummary(memory) && isRule(memory))
  addUpTo(
    maxRules,
    rules
      .toSorted((a, b) => weight(b) - weight(a) || b.happenedAt - a.happenedAt || (a.id < b.id ? -1 : 1))
      .map((memory) => ({ memory, text: cut(memory.text) })),
  )
  addUpTo(
    maxChanges,
    replacements
      .filter(({ memory }) => now - memory.recordedAt < recentMs && !isSessionSummary(memory))
      .toSorted((a, b) => b.memory.recordedAt - a.memory.recordedAt || (a.memory.id < b.memory.id ? -1 : 1))
      .map(({ memory, before }) => ({
        memory,
        text: `${cut(memory.text)} (before: ${cut(before.text, maxBeforeLength)})`,
      })),
  )
  return chosen
}

/** Rules are short: one of two words is known only where the same line has both. */
const isKnown = (words: ReadonlySet<string>, said: readonly ReadonlySet<string>[]): boolean =>
  repeatsOneOf(words, said) ||
  (words.size > 0 && words.size < 3 && said.some((line) => [...words].every((word) => line.has(word))))

const isSessionSummary = ({ source, tags }: StoredMemory): boolean => source === 'hook' && tags.includes('session')

const isRule = ({ kind, text }: StoredMemory): boolean => kind !== 'lesson' && isStandingRule(text.slice(0, maxLength))

/** What matters more, and what belongs to the project, comes first. */
const weight = ({ importance, project }: StoredMemory): number => importance + (project === null ? 0 : 0.1)

/** The part of a session's summary that says what is left to do. */
function openEnds(text: string): string | undefined {
  const [, rest] = /^(?:Left open|Open|Offen):\n([\s\S]+)$/mu.exec(text) ?? []
  const lines = rest?.split('\n') ?? []
  const end = lines.findIndex((line) => /^\p{L}[\p{L} ]*:$/u.test(line))
  const open = (end < 0 ? lines : lines.slice(0, end)).join('\n').trim()
  return open === '' ? undefined : `Left open: ${open}`
}

function cut(text: string, most = maxLength): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
}
