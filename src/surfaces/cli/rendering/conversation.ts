import type { LessonHit } from '../../../memory/lessons/lesson-hit.js'
import type { RetrievedMemory } from '../../../memory/workflow/retrieval/retrieved-memory.js'
import type { ConversationOutcome } from '../ask/run-conversation.js'
import type { Terminal } from '../terminal.js'
import { toAge } from './age.js'
import { type Found, renderOne, tagged } from './recalled.js'

/** The result of a conversation: memories, lessons, and how to continue. */
export function renderConversation(
  outcome: ConversationOutcome,
  program: string,
  terminal: Terminal,
  now: number,
): string[] {
  const { style } = terminal
  const continueCommand = `${program} ask --workflow ${outcome.workflow_id}`
  if (outcome.status === 'waiting_for_input') {
    return [style.yellow('No answer was given.'), style.dim(`To answer later: ${continueCommand} "…"`)]
  }
  if (outcome.status === 'cancelled') return [style.yellow('Cancelled.')]
  const { memories, reasoningbank_hits } = outcome
  return [
    ...(memories.length === 0
      ? [style.yellow('Nothing relevant is stored.')]
      : renderList(
          memories.map((memory) => toFound(memory, now)),
          terminal,
        )),
    '',
    ...(reasoningbank_hits.length === 0
      ? []
      : [style.bold('Lessons'), '', ...renderList(reasoningbank_hits.map(toLesson), terminal), '']),
    style.dim(`To continue: ${continueCommand} "…"`),
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

const renderList = (found: readonly Found[], terminal: Terminal): string[] =>
  found.flatMap((each, index) => [
    ...(index === 0 ? [] : ['']),
    ...renderOne(each, { nothing_relevant: false }, terminal),
  ])
