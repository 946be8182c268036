import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { lessonOf } from '../../memory/lessons/learn.js'
import { signalsAfterTurn } from '../../memory/lessons/signals.js'
import { foldSummary, newestTurns } from '../../memory/workflow/conversation/summary.js'
import { type Conversation, step } from '../../memory/workflow/machine/step.js'
import { advance } from './advance.js'
import { judgeShown, keepLesson } from './keep-lesson.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

/** So far back a repeated success is looked for. */
const turnsBack = 20

/** RSB2, RSB3, RSB6: what the user's next words say about the turn before; and older turns become the summary. */
export async function learnFromNext({ workflow, run }: Conversation, context: WorkflowContext): Promise<void> {
  const { memories, log, clock } = context
  try {
    const turns = (await memories.workflows.turns(workflow.id, turnsBack)).filter(({ number }) => number < run.number)
    const last = turns.at(-1)
    if (last === undefined) return
    const caller = callerOf(workflow.preferences, context.defaults)
    for (const signal of signalsAfterTurn(last, run.userInput, turns.slice(0, -1))) {
      const messageIds = signal.turns.map(({ messageId }) => messageId)
      const episodes = await memories.findByFacet('message_id', messageIds, { kinds: ['episode'] })
      await keepLesson(
        lessonOf(signal),
        episodes.map(({ id }) => id),
        context,
        caller,
      )
    }
    // What a tool error has told already is not told twice.
    const isOpen = judgeTurn(last, null) === undefined
    const verdict = isOpen ? judgeTurn(last, run.userInput) : undefined
    if (verdict !== undefined) await judgeShown(last.lessonIds, verdict, context, caller)
    if (turns.length <= newestTurns) return
    await advance(
      workflow.id,
      (latest) => step(latest, { workflow: { summary: foldSummary(latest.workflow.summary, turns) } }, clock.now()),
      context,
    )
  } catch (error) {
    log.warn('nothing could be learnt from a turn', { workflow: workflow.id, error })
  }
}
