import { retrievability } from '../activation/forgetting.js'
import { isShown } from '../lessons/confidence.js'
import type { Lesson } from '../lessons/lesson.js'
import type { StoredMemory } from '../memory.js'
import { maxExcerptLength } from './format-memories.js'
import { contentWords, repeatsOneOf } from './session/repetition.js'

/** Few, since the task of a new session is not known yet. */
const maxMemories = 6

// Words of rules, preferences and decisions, which hold for any task.
const statesRule =
  /\b(?:always|never|must(?: not)?|do not|don['’]t|prefers?|dislikes?|decision|decided|we use|convention|agreed|only|not allowed|refuses?)\b/iu

/**
 * Memories for the start of a session: the summary of the last session, then the most useful others. `own` are the
 * project's memories; of the `general` ones, which have no project, only rules are used.
 */
export function mostUseful(
  own: readonly StoredMemory[],
  general: readonly StoredMemory[],
  now: number,
): readonly StoredMemory[] {
  const lastSession = own.filter(isSessionSummary).toSorted((a, b) => b.happenedAt - a.happenedAt)[0]
  const others = [...own.filter((memory) => !isSessionSummary(memory)), ...general.filter(isRule)]
    .filter(isShowable)
    .map((memory) => ({ memory, score: usefulness(memory, now) }))
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
  const chosen: StoredMemory[] = lastSession === undefined ? [] : [lastSession]
  const known = chosen.map((memory) => contentWords(openingOf(memory)))
  for (const { memory } of others) {
    if (chosen.length === maxMemories) break
    const words = contentWords(openingOf(memory))
    if (repeatsOneOf(words, known)) continue
    chosen.push(memory)
    known.push(words)
  }
  return chosen
}

/** Of a longer text no more is shown. */
const openingOf = ({ text }: StoredMemory): string => text.slice(0, maxExcerptLength)

const isRule = (memory: StoredMemory): boolean => statesRule.test(openingOf(memory))

const isSessionSummary = ({ source, tags }: StoredMemory): boolean => source === 'hook' && tags.includes('session')

const isShowable = ({ kind, facets }: StoredMemory): boolean =>
  kind !== 'lesson' || facets.confidence === undefined || isShown(facets as unknown as Lesson)

/** Weighs importance, retrievability, number of uses and whether it is a rule; 0 to 1. */
function usefulness(memory: StoredMemory, now: number): number {
  const { importance, strength, kind } = memory
  const used = (strength.uses - 1) / (strength.uses + 1)
  return (
    0.35 * importance +
    0.15 * retrievability(strength, now) +
    0.25 * used +
    0.25 * Number(kind === 'lesson' || isRule(memory))
  )
}
