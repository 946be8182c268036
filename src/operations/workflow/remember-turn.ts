import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { type Signal, signalsInTurn } from '../../memory/lessons/signals.js'
import type { Facets, JsonObject, StoredMemory } from '../../memory/memory.js'
import { linkedTo, plainWeight } from '../../memory/semantic/links.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import { StoreConflict } from '../../ports/memory-store.js'
import { type Caller, homeOf } from '../caller.js'
import { inTurn, retryOnConflict } from '../changing.js'
import { newEdge } from '../linking.js'
import { idsInSight } from '../reading.js'
import { supersede } from '../superseding.js'
import { compose, type Draft } from '../writing.js'
import { judgeShown } from './keep-lesson.js'
import { learnLessons } from './learn-lessons.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

/**
 * RSB5: an answered turn becomes an episode; RSB2: and teaches what it shows. `before` is the turn as it was: what that
 * showed already has been learnt, even where something else was learnt since.
 */
export async function rememberTurn(
  turn: Turn,
  before: Turn | undefined,
  preferences: JsonObject,
  context: WorkflowContext,
): Promise<void> {
  if (turn.answer === null) return
  const caller = callerOf(preferences, context.defaults)
  const episode = await keepEpisode(turn, context, caller)
  if (episode === undefined) return
  const learning = learnLessons(newSignals(turn, before), async () => [episode], context, caller)
  // Whoever tells an answer does not wait for a language model.
  if (context.languageModel === undefined) await learning
  else context.inBackground(learning)
  // A tool error speaks against what was shown at once; whatever else does, the user's next words tell (RSB3).
  const verdict = judgeTurn(turn, null)
  const isTold = before !== undefined && judgeTurn(before, null) === verdict
  if (verdict !== undefined && !isTold) await judgeShown(turn.lessonIds, verdict, context, caller)
}

function newSignals(turn: Turn, before: Turn | undefined): readonly Signal[] {
  if (before === undefined || before.answer === null) return signalsInTurn(turn)
  const known = new Set(signalsInTurn(before).map(keyOf))
  return signalsInTurn(turn).filter((signal) => !known.has(keyOf(signal)))
}

const keyOf = ({ turns: _, ...what }: Signal): string => JSON.stringify(what)

/**
 * Idempotent by message id: told again it is the same episode, told otherwise its next version. Of answers that come at
 * once the one that the turn has counts; undefined when the turn is gone.
 */
async function keepEpisode(told: Turn, context: WorkflowContext, caller: Caller): Promise<string | undefined> {
  const { memories } = context
  const keep = async (): Promise<string | undefined> => {
    const { turn } = await memories.workflows.answered(told.workflowId, told.messageId)
    if (turn === undefined) return undefined
    const draft = episodeOf(turn, caller)
    const { session, project } = draft
    const filter = { session, ofProject: project, kinds: ['episode'] as const }
    const [found] = await memories.findByFacet('message_id', [turn.messageId], filter)
    const [old] = found === undefined ? [] : await memories.get([found.id])
    // Closed since it was found: what took its place is the one to go on from.
    if (old !== undefined && old.validTo !== null) throw new StoreConflict(`${old.id} was superseded`)
    if (old !== undefined) return isSame(old, draft) ? old.id : (await supersede(old, draft, context)).id
    const now = context.clock.now()
    const added = await compose({ ...draft, uniqueFacet: 'message_id' }, now, context)
    const { id } = added.memory
    // Looked at anew each time: one that was forgotten meanwhile would make every attempt fail.
    const shown = await idsInSight(told.memoryIds, context, caller)
    await memories.commit({
      at: now,
      add: [added],
      connect: shown.map((target) => newEdge(linkedTo, id, target, plainWeight, now)),
    })
    return id
  }
  return inTurn(memories, told.messageId, () => retryOnConflict(keep))
}

const isSame = (old: StoredMemory, { text, facets }: Draft): boolean =>
  old.text === text && old.facets.reasoning === facets.reasoning && old.facets.tool_calls === facets.tool_calls

function episodeOf(turn: Turn, caller: Caller): Draft {
  const { userInput, clarifications, answer, messageId, workflowId } = turn
  const asked = clarifications.flatMap(({ question, answer: told }) => [`Assistant: ${question}`, `User: ${told}`])
  const facets: Facets = {
    outcome: 'neutral',
    message_id: messageId,
    workflow_id: workflowId,
    ...(answer?.reasoning == null ? {} : { reasoning: answer.reasoning }),
    ...(answer?.toolCalls == null ? {} : { tool_calls: answer.toolCalls }),
  }
  return {
    ...homeOf({ ...caller, asksAllProjects: false }),
    kind: 'episode',
    text: [`User: ${userInput}`, ...asked, `Assistant: ${answer?.response}`].join('\n'),
    facets,
    tags: [],
    importance: 0.5,
    happenedAt: turn.createdAt,
    source: 'workflow',
  }
}
