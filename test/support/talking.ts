import type { FinalOutput } from '#ww/memory/workflow/retrieval/final-output.js'
import type { WorkflowEvent } from '#ww/memory/workflow/stream/event.js'
import type { Mind } from './minds.js'

interface Asked {
  readonly status: string
  readonly question: string | null
  readonly workflowId: string
  readonly messageId: string
  /** Of this run; up to the question where one was asked back. */
  readonly events: readonly WorkflowEvent[]
  readonly output: FinalOutput
}

interface Told {
  readonly response?: string
  readonly answers?: readonly string[]
  readonly reasoning?: string
  readonly tool_calls?: string
  readonly message_id?: string
}

/** A conversation through the workflow door of a mind, one sentence after the other. */
export interface Talk {
  ask(userInput: string, more?: Readonly<Record<string, unknown>>): Promise<Asked>
  /** What the user was told in the end. */
  tell(told?: Told): Promise<void>
}

export function talkWith(mind: Mind, preferences: Readonly<Record<string, unknown>> = {}): Talk {
  let ids: { readonly workflow_id: string; readonly message_id: string } | undefined
  return {
    async ask(user_input, more = {}) {
      const workflow_id = ids?.workflow_id ?? null
      const { answer } = await mind.workflow.execute({ user_input, workflow_id, preferences, ...more })
      ids = answer
      await mind.workflow.settled()
      return {
        status: answer.status,
        question: answer.clarification_question,
        workflowId: answer.workflow_id,
        messageId: answer.message_id,
        ...(await readRun(mind, answer.workflow_id, answer.status)),
      }
    },
    async tell({ response = 'Done.', ...more } = {}) {
      if (ids === undefined) throw new Error('nothing was asked yet')
      const { workflow_id, message_id } = ids
      await mind.workflow.answer({ workflow_id, message_id, response, ...more })
      await mind.workflow.settled()
    },
  }
}

async function readRun(mind: Mind, workflowId: string, status: string): Promise<Pick<Asked, 'events' | 'output'>> {
  const leaving = new AbortController()
  const followed = await mind.workflow.follow(workflowId, { cursor: 'latest', finalOnly: false }, leaving.signal)
  const events: WorkflowEvent[] = []
  for await (const some of followed!.events) {
    events.push(...some)
    if (status === 'waiting_for_input') break
  }
  leaving.abort()
  const memories = events.find(({ type }) => type === 'memories')
  const output = (memories?.data ?? { memories: [], reasoningbank_hits: [] }) as unknown as FinalOutput
  return { events, output }
}
