import { isDeepStrictEqual } from 'node:util'
import { withAnswers } from '../../memory/answers.js'
import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { repeatedAcross, type Signal, signalsInTurn } from '../../memory/lessons/signals.js'
import { toolCallsIn } from '../../memory/lessons/tool-calls.js'
import type { Facets, JsonObject, StoredMemory } from '../../memory/memory.js'
import { defaultEdgeWeight, linkedTo } from '../../memory/semantic/links.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import { StoreConflict } from '../../ports/store/errors.js'
import { type Caller, writeScope } from '../machinery/caller.js'
import { retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { newEdge } from '../writing/edges.js'
import { visibleIds } from '../writing/read-visible.js'
import { supersede } from '../writing/supersede.js'
import { compose, type Draft } from '../writing/write-memory.js'
import { learnLessons } from './learn-lessons.js'
import { episodesOf, similarConversations } from './similar-conversations.js'
import { judgeShownLessons } from './store-lesson.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

/**
 * RSB5: stores an answered turn as an episode; RSB2: learns from its signals. `before` is the turn's former state: its
 * signals have been learnt already.
 */
export async function storeTurn(
  turn: Turn,
  before: Turn | undefined,
  preferences: JsonObject,
  context: WorkflowContext,
): Promise<void> {
  if (turn.answer === null) return
  const caller = callerOf(preferences, context.defaults)
  const episode = await storeEpisode(turn, context, caller)
  if (episode === undefined) return
  const learning = learnFrom(turn, before, episode, context, caller)
  // The caller does not wait for a language model.
  if (context.languageModel === undefined) await learning
  else context.inBackground(learning)
  // A tool error counts against the shown lessons at once; other verdicts follow from the user's next message (RSB3).
  const verdict = judgeTurn(turn, null)
  const isJudged = before !== undefined && judgeTurn(before, null) === verdict
  if (verdict !== undefined && !isJudged) await judgeShownLessons(turn.lessonIds, verdict, context, caller)
}

/** From the turn alone, and from what it repeats of other conversations. */
async function learnFrom(
  turn: Turn,
  before: Turn | undefined,
  episode: string,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  await learnLessons(newSignals(turn, before), async () => [episode], context, caller)
  if (toolCallsIn(turn.answer?.toolCalls ?? null).length === 0) return
  const repeated = repeatedAcross(turn, await similarConversations(episode, turn, context, caller))
  await learnLessons(repeated, ({ messageIds }) => episodesOf(messageIds, context), context, caller)
}

function newSignals(turn: Turn, before: Turn | undefined): readonly Signal[] {
  if (before === undefined || before.answer === null) return signalsInTurn(turn)
  const known = new Set(signalsInTurn(before).map(keyOf))
  return signalsInTurn(turn).filter((signal) => !known.has(keyOf(signal)))
}

const keyOf = ({ turns: _, ...what }: Signal): string => JSON.stringify(what)

/**
 * Idempotent by message id: the same answer is the same episode, another answer its next version. Of concurrent answers
 * the one stored in the turn counts; undefined when the turn is gone.
 */
async function storeEpisode(given: Turn, context: WorkflowContext, caller: Caller): Promise<string | undefined> {
  const { memories } = context
  const store = async (): Promise<string | undefined> => {
    const { turn } = await memories.workflows.answered(given.workflowId, given.messageId)
    if (turn === undefined) return undefined
    const draft = episodeOf(turn, caller)
    const { session, project } = draft
    const filter = { session, ofProject: project, kinds: ['episode'] as const }
    const [found] = await memories.findByFacet('message_id', [turn.messageId], filter)
    const [old] = found === undefined ? [] : await memories.get([found.id])
    // Closed since it was found: a retry continues from its successor.
    if (old !== undefined && old.validTo !== null) throw new StoreConflict(`${old.id} was superseded`)
    if (old !== undefined) return isSame(old, draft) ? old.id : (await supersede(old, draft, context)).id
    const now = context.clock.now()
    const added = await compose({ ...draft, uniqueFacet: 'message_id' }, now, context)
    const { id } = added.memory
    // Read again at each attempt: a memory that was forgotten meanwhile would make every attempt fail.
    const shown = await visibleIds(given.memoryIds, context, caller)
    await memories.commit({
      at: now,
      add: [added],
      connect: shown.map((target) => newEdge(linkedTo, id, target, defaultEdgeWeight, now)),
    })
    return id
  }
  return withKeyedMutex(memories, given.messageId, () => retryOnConflict(store))
}

const isSame = (old: StoredMemory, { text, facets, answers }: Draft): boolean =>
  old.text === text &&
  old.facets.reasoning === facets.reasoning &&
  old.facets.tool_calls === facets.tool_calls &&
  // Without answers the call says nothing on them; a model or a review may have added some.
  (answers == null || isDeepStrictEqual(withAnswers({}, answers).answers, old.facets.answers))

function episodeOf(turn: Turn, caller: Caller): Draft {
  const { userInput, clarifications, answer, messageId, workflowId } = turn
  const asked = clarifications.flatMap(({ question, answer: reply }) => [`Assistant: ${question}`, `User: ${reply}`])
  const facets: Facets = {
    outcome: 'neutral',
    message_id: messageId,
    workflow_id: workflowId,
    ...(answer?.reasoning == null ? {} : { reasoning: answer.reasoning }),
    ...(answer?.toolCalls == null ? {} : { tool_calls: answer.toolCalls }),
  }
  return {
    ...writeScope({ ...caller, asksAllProjects: false }),
    kind: 'episode',
    text: [`User: ${userInput}`, ...asked, `Assistant: ${answer?.response}`].join('\n'),
    facets,
    tags: [],
    importance: 0.5,
    happenedAt: turn.createdAt,
    source: 'workflow',
    answers: answer?.answers,
  }
}
