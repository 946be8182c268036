import { judgeTurn } from '../../memory/lessons/judge-turn.js'
import { signalsAfterTurn } from '../../memory/lessons/signals.js'
import { foldSummary, newestTurns } from '../../memory/workflow/conversation/summary.js'
import { type Conversation, step } from '../../memory/workflow/machine/step.js'
import { advance } from './advance.js'
import { judgeShown } from './keep-lesson.js'
import { learnLessons } from './learn-lessons.js'
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
    // What a tool error has told already is not told twice.
    const isOpen = judgeTurn(last, null) === undefined
    const verdict = isOpen ? judgeTurn(last, run.userInput) : undefined
    if (verdict !== undefined) await judgeShown(last.lessonIds, verdict, context, caller)
    if (turns.length > newestTurns) {
      await advance(
        workflow.id,
        (latest) => step(latest, { workflow: { summary: foldSummary(latest.workflow.summary, turns) } }, clock.now()),
        context,
      )
    }
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
