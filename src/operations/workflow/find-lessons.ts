import { matchesErrorAlone, quotedError } from '../../memory/lessons/error-match.js'
import { type Lesson, newLesson } from '../../memory/lessons/lesson.js'
import type { LessonHit } from '../../memory/lessons/lesson-hit.js'
import { rankLessons } from '../../memory/lessons/rank-lessons.js'
import type { StoredMemory } from '../../memory/memory.js'
import { relevanceFloor } from '../../memory/recall/constants.js'
import { bestOf } from '../../memory/recall/ranking/rank-memories.js'
import { derivedFrom, linkedTo } from '../../memory/semantic/links.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import { rounded } from '../machinery/rounded.js'
import { type AnalysedQuestion, findFor } from '../recall/find-memories.js'
import type { WorkflowContext } from './workflow-context.js'

const maxLessons = 5
const maxExamined = 20

/** RSB4: lessons whose context or wording is similar to the question, by relevance × confidence. */
export async function findLessons(
  question: AnalysedQuestion,
  context: WorkflowContext,
  caller: Caller,
): Promise<LessonHit[]> {
  const { ranking } = await findFor(question, { ...scopeOf(caller), kinds: ['lesson'] }, context)
  if (ranking.nothingRelevant) return []
  const best = bestOf(ranking, maxExamined)
  const ids = best.map(({ id }) => id)
  const [stored, edges] = await Promise.all([
    context.memories.get(ids),
    context.memories.neighbours(ids, [derivedFrom, linkedTo]),
  ])
  const found = stored.flatMap((memory, place) => {
    if (memory === undefined || isFoundByErrorAlone(question, memory)) return []
    const linkNodes = edges.filter(({ source }) => source === memory.id).map(({ target }) => target)
    return [{ id: memory.id, lesson: lessonIn(memory), relevance: best[place].relevance, linkNodes }]
  })
  return rankLessons(found, relevanceFloor)
    .slice(0, maxLessons)
    .map((hit) => ({ ...hit, score: rounded(hit.score), confidence: rounded(hit.confidence) }))
}

/** RSB4. */
function isFoundByErrorAlone({ wordings }: AnalysedQuestion, { text, facets }: StoredMemory): boolean {
  const error = quotedError(facets)
  return error !== undefined && wordings.every((wording) => matchesErrorAlone(wording.text, text, error))
}

/** A lesson that was stored as plain text has no record yet. */
export function lessonIn({ facets, text }: Pick<StoredMemory, 'facets' | 'text'>): Lesson {
  const fromText = newLesson({ key_lesson: text, context_to_prefer: '', outcome: 'neutral' })
  return { ...fromText, ...(facets as Partial<Lesson>) }
}
