import { retrievability } from '../activation/forgetting.js'
import { isShown } from '../lessons/confidence.js'
import type { Lesson } from '../lessons/lesson.js'
import type { StoredMemory } from '../memory.js'
import { createEcho } from './session/echo.js'

/** Few: whoever starts has not said yet what they are about. */
const mostSaid = 6

// What holds for whatever is done next: a rule, a preference, a decision.
const stands =
  /\b(?:always|never|must(?: not)?|do not|don['’]t|prefers?|dislikes?|decision|decided|we use|convention|agreed|only|not allowed|refuses?)\b/iu

/**
 * What to know before anything is asked: the last session, then what holds in general, matters and is still fresh.
 * `own` are the project's memories, `general` those without a project, of which only rules are of use everywhere.
 */
export function mostUseful(
  own: readonly StoredMemory[],
  general: readonly StoredMemory[],
  now: number,
): readonly StoredMemory[] {
  const last = own.filter(isSession).toSorted((a, b) => b.happenedAt - a.happenedAt)[0]
  const standing = [...own.filter((memory) => !isSession(memory)), ...general.filter(({ text }) => stands.test(text))]
    .filter(isTrusted)
    .map((memory) => ({ memory, use: usefulness(memory, now) }))
    .sort((a, b) => b.use - a.use || (a.memory.id < b.memory.id ? -1 : 1))
  const chosen: StoredMemory[] = last === undefined ? [] : [last]
  for (const { memory } of standing) {
    if (chosen.length === mostSaid) break
    if (!createEcho(chosen.map(({ text }) => text))(memory.text)) chosen.push(memory)
  }
  return chosen
}

const isSession = ({ source, tags }: StoredMemory): boolean => source === 'hook' && tags.includes('session')

const isTrusted = ({ kind, facets }: StoredMemory): boolean =>
  kind !== 'lesson' || facets.confidence === undefined || isShown(facets as unknown as Lesson)

/** Importance, how well it is remembered, how often it was used, and whether it holds in general; 0 to 1. */
function usefulness({ importance, strength, kind, text }: StoredMemory, now: number): number {
  const used = (strength.uses - 1) / (strength.uses + 1)
  const isStanding = kind === 'lesson' || stands.test(text)
  return 0.35 * importance + 0.15 * retrievability(strength, now) + 0.25 * used + 0.25 * Number(isStanding)
}
