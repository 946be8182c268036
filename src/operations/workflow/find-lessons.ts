import { type Lesson, newLesson } from '../../memory/lessons/lesson.js'
import type { LessonHit } from '../../memory/lessons/lesson-hit.js'
import { rankLessons } from '../../memory/lessons/rank-lessons.js'
import type { StoredMemory } from '../../memory/memory.js'
import { bestOf } from '../../memory/recall/rank-memories.js'
import { derivedFrom, linkedTo } from '../../memory/semantic/links.js'
import { relevanceFloor } from '../../memory/workflow/retrieval/merge.js'
import { type Caller, scopeOf } from '../caller.js'
import { findFor, type ReadQuestion } from '../recalling/find-memories.js'
import { rounded } from '../rounded.js'
import type { WorkflowContext } from './workflow-context.js'

const mostLessons = 5
const looked = 20

/** RSB4: lessons whose context or wording is near to the question, by relevance × confidence. */
export async function findLessons(
  question: ReadQuestion,
  context: WorkflowContext,
  caller: Caller,
): Promise<LessonHit[]> {
  const { ranking } = await findFor(question, { ...scopeOf(caller), kinds: ['lesson'] }, context)
  if (ranking.nothingRelevant) return []
  const best = bestOf(ranking, looked)
  const ids = best.map(({ id }) => id)
  const [stored, edges] = await Promise.all([
    context.memories.get(ids),
    context.memories.neighbours(ids, [derivedFrom, linkedTo]),
  ])
  const found = stored.flatMap((memory, place) => {
    if (memory === undefined) return []
    const linkNodes = edges.filter(({ source }) => source === memory.id).map(({ target }) => target)
    return [{ id: memory.id, lesson: lessonIn(memory), relevance: best[place].relevance, linkNodes }]
  })
  return rankLessons(found, relevanceFloor)
    .slice(0, mostLessons)
    .map((hit) => ({ ...hit, score: rounded(hit.score), confidence: rounded(hit.confidence) }))
}

/** A lesson that was only told as a text has no record yet. */
export function lessonIn({ facets, text }: Pick<StoredMemory, 'facets' | 'text'>): Lesson {
  const told = newLesson({ key_lesson: text, context_to_prefer: '', outcome: 'neutral' })
  return { ...told, ...(facets as Partial<Lesson>) }
}
