import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { signalsAfterTurn } from '../../memory/lessons/signals.js'
import { foldSummary, recentTurnCount } from '../../memory/workflow/conversation/summary.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import { type Conversation, step } from '../../memory/workflow/machine/step.js'
import { retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { writeStep } from './advance.js'
import { learnLessons } from './learn-lessons.js'
import { episodesOf } from './similar-conversations.js'
import { judgeShownLessons } from './store-lesson.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

/** How many turns back a repeated success is looked for. */
const turnsBack = 20

/** RSB2, RSB3, RSB6: learns from the user's next message about the previous turn, and folds older turns into the summary. */
export async function learnFromNext({ workflow, run }: Conversation, context: WorkflowContext): Promise<void> {
  const { log } = context
  try {
    const turns = await turnsBefore(run.number, workflow.id, context)
    const last = turns.at(-1)
    // An older turn has been judged by the message after it, even if that has no turn.
    if (last?.number !== run.number - 1) return
    const caller = callerOf(workflow.preferences, context.defaults)
    // A tool error has been judged already.
    const isOpen = judgeTurn(last, null) === undefined
    const verdict = isOpen ? judgeTurn(last, run.userInput) : undefined
    if (verdict !== undefined) await judgeShownLessons(last.lessonIds, verdict, context, caller)
    await foldOlder(workflow.id, run.number, context)
    // Last, since a language model may be slow.
    await learnLessons(
      signalsAfterTurn(last, run.userInput, turns.slice(0, -1)),
      ({ messageIds }) => episodesOf(messageIds, context),
      context,
      caller,
    )
  } catch (error) {
    log.warn('learning from a turn failed', { workflow: workflow.id, error })
  }
}

const turnsBefore = async (
  number: number,
  workflowId: string,
  { memories }: WorkflowContext,
): Promise<readonly Turn[]> =>
  (await memories.workflows.turns(workflowId, turnsBack)).filter((turn) => turn.number < number)

/** RSB6. Reads the turns after the conversation: one that was forgotten meanwhile must not come back (OPS4). */
async function foldOlder(workflowId: string, number: number, context: WorkflowContext): Promise<void> {
  const { memories, clock } = context
  const fold = async () => {
    const conversation = await memories.workflows.conversation(workflowId)
    const turns = await turnsBefore(number, workflowId, context)
    if (conversation === undefined || turns.length <= recentTurnCount) return
    const summary = foldSummary(conversation.workflow.summary, turns)
    await writeStep(step(conversation, { workflow: { summary } }, clock.now()), context)
  }
  await withKeyedMutex(memories, workflowId, () => retryOnConflict(fold))
}
