import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { signalsAfterTurn } from '../../memory/lessons/signals.js'
import { foldSummary, newestTurns } from '../../memory/workflow/conversation/summary.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import { type Conversation, step } from '../../memory/workflow/machine/step.js'
import { inTurn, retryOnConflict } from '../changing.js'
import { writeStep } from './advance.js'
import { judgeShown } from './keep-lesson.js'
import { learnLessons } from './learn-lessons.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

/** So far back a repeated success is looked for. */
const turnsBack = 20

/** RSB2, RSB3, RSB6: what the user's next words say about the turn before; and older turns become the summary. */
export async function learnFromNext({ workflow, run }: Conversation, context: WorkflowContext): Promise<void> {
  const { memories, log } = context
  try {
    const turns = await turnsBefore(run.number, workflow.id, context)
    const last = turns.at(-1)
    // One before that was judged by what came next then, also if that got no turn of its own.
    if (last?.number !== run.number - 1) return
    const caller = callerOf(workflow.preferences, context.defaults)
    // What a tool error has told already is not told twice.
    const isOpen = judgeTurn(last, null) === undefined
    const verdict = isOpen ? judgeTurn(last, run.userInput) : undefined
    if (verdict !== undefined) await judgeShown(last.lessonIds, verdict, context, caller)
    await foldOlder(workflow.id, run.number, context)
    // Last: a language model may take its time.
    await learnLessons(
      signalsAfterTurn(last, run.userInput, turns.slice(0, -1)),
      async ({ messageIds }) => {
        const episodes = await memories.findByFacet('message_id', messageIds, { kinds: ['episode'] })
        return episodes.map(({ id }) => id)
      },
      context,
      caller,
    )
  } catch (error) {
    log.warn('nothing could be learnt from a turn', { workflow: workflow.id, error })
  }
}

const turnsBefore = async (
  number: number,
  workflowId: string,
  { memories }: WorkflowContext,
): Promise<readonly Turn[]> =>
  (await memories.workflows.turns(workflowId, turnsBack)).filter((turn) => turn.number < number)

/** RSB6. The turns are read after the conversation: one that is forgotten meanwhile must not come back (OPS4). */
async function foldOlder(workflowId: string, number: number, context: WorkflowContext): Promise<void> {
  const { memories, clock } = context
  const fold = async () => {
    const conversation = await memories.workflows.conversation(workflowId)
    const turns = await turnsBefore(number, workflowId, context)
    if (conversation === undefined || turns.length <= newestTurns) return
    const summary = foldSummary(conversation.workflow.summary, turns)
    await writeStep(step(conversation, { workflow: { summary } }, clock.now()), context)
  }
  await inTurn(memories, workflowId, () => retryOnConflict(fold))
}
