import { retrievability } from '../activation/forgetting.js'
import { isShown } from '../lessons/confidence.js'
import type { Lesson } from '../lessons/lesson.js'
import type { StoredMemory } from '../memory.js'
import { createRepetitionCheck } from './session/repetition.js'

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
  const others = [
    ...own.filter((memory) => !isSessionSummary(memory)),
    ...general.filter(({ text }) => statesRule.test(text)),
  ]
    .filter(isShowable)
    .map((memory) => ({ memory, score: usefulness(memory, now) }))
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
  const chosen: StoredMemory[] = lastSession === undefined ? [] : [lastSession]
  for (const { memory } of others) {
    if (chosen.length === maxMemories) break
    if (!createRepetitionCheck(chosen.map(({ text }) => text))(memory.text)) chosen.push(memory)
  }
  return chosen
}

const isSessionSummary = ({ source, tags }: StoredMemory): boolean => source === 'hook' && tags.includes('session')

const isShowable = ({ kind, facets }: StoredMemory): boolean =>
  kind !== 'lesson' || facets.confidence === undefined || isShown(facets as unknown as Lesson)

/** Weighs importance, retrievability, number of uses and whether it is a rule; 0 to 1. */
function usefulness({ importance, strength, kind, text }: StoredMemory, now: number): number {
  const used = (strength.uses - 1) / (strength.uses + 1)
  const isRule = kind === 'lesson' || statesRule.test(text)
  return 0.35 * importance + 0.15 * retrievability(strength, now) + 0.25 * used + 0.25 * Number(isRule)
}
