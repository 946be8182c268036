import type { LessonHit } from '../../../memory/lessons/lesson-hit.js'
import type { RetrievedMemory } from '../../../memory/workflow/retrieval/retrieved-memory.js'
import type { Held } from '../asking/hold-conversation.js'
import type { Terminal } from '../terminal.js'
import { toAge } from './age.js'
import { type Found, renderOne, tagged } from './recalled.js'

/** What a conversation came to: memories, lessons, and how to go on. */
export function renderHeld(held: Held, program: string, terminal: Terminal, now: number): string[] {
  const { style } = terminal
  const goOn = `${program} ask --workflow ${held.workflow_id}`
  if (held.status === 'waiting_for_input') {
    return [style.yellow('Nobody answered.'), style.dim(`To answer later: ${goOn} "…"`)]
  }
  if (held.status === 'cancelled') return [style.yellow('Cancelled.')]
  const { memories, reasoningbank_hits } = held
  return [
    ...(memories.length === 0
      ? [style.yellow('Nothing on this was ever told.')]
      : spaced(
          memories.map((memory) => toFound(memory, now)),
          terminal,
        )),
    '',
    ...(reasoningbank_hits.length === 0
      ? []
      : [style.bold('Lessons'), '', ...spaced(reasoningbank_hits.map(toLesson), terminal), '']),
    style.dim(`To go on: ${goOn} "…"`),
  ]
}

function toFound({ id, content, type, score, tags, created_at }: RetrievedMemory, now: number): Found {
  return { id, content, share: score, relevance: score, about: [type, toAge(created_at, now), ...tagged(tags)] }
}

const toLesson = ({ id, key_lesson, context_to_prefer, score, outcome, confidence }: LessonHit): Found => ({
  id,
  content: key_lesson,
  share: score,
  relevance: score,
  about: [...(context_to_prefer === '' ? [] : [context_to_prefer]), outcome, `confidence ${confidence.toFixed(2)}`],
})

const spaced = (found: readonly Found[], terminal: Terminal): string[] =>
  found.flatMap((each, index) => [
    ...(index === 0 ? [] : ['']),
    ...renderOne(each, { nothing_relevant: false }, terminal),
  ])
