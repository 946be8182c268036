import { invalid, notFound, WorldWeaverError } from '../../../errors.js'
import type { FinalOutput } from '../../../memory/workflow/retrieval/final-output.js'
import { WorkflowRefusal } from '../../../operations/workflow/advance.js'
import type { Executed } from '../../../operations/workflow/execute-workflow.js'
import type { WorkflowDoor } from '../../../operations/workflow/workflow-door.js'

/** Receives progress and answers questions. */
interface Listener {
  onProgress(message: string): void
  /** Undefined if there is no answer. */
  onQuestion(question: string): Promise<string | undefined>
}

interface Question {
  readonly user_input: string
  readonly also?: readonly string[]
  readonly workflow_id: string | null
  readonly ask_clarifications: boolean
  readonly preferences: Readonly<Record<string, unknown>>
}

interface Ids {
  readonly workflow_id: string
  readonly message_id: string
}

/** How a question ended, if it did not fail. */
export type ConversationOutcome =
  | (Ids & { readonly status: 'waiting_for_input'; readonly clarification_question: string })
  | (Ids & { readonly status: 'completed' } & FinalOutput)
  | (Ids & { readonly status: 'cancelled' })

/** Asks, passes on questions and their answers, and follows the run to its end, as any client of the door does. */
export async function runConversation(
  door: WorkflowDoor,
  question: Question,
  listener: Listener,
): Promise<ConversationOutcome> {
  const leaving = new AbortController()
  try {
    let answered = await execute(door, question)
    const { workflow_id, message_id } = answered
    const ending = followToEnd(door, workflow_id, listener, leaving.signal)
    // It may fail while a question is open; the error is thrown when it is awaited below.
    ending.catch(() => undefined)
    while (answered.clarification_question !== null) {
      const { clarification_question } = answered
      const answer = await listener.onQuestion(clarification_question)
      if (answer === undefined) return { workflow_id, message_id, status: 'waiting_for_input', clarification_question }
      answered = await execute(door, { ...question, workflow_id, user_input: answer })
    }
    const output = await ending
    return output === undefined
      ? { workflow_id, message_id, status: 'cancelled' }
      : { workflow_id, message_id, status: 'completed', ...output }
  } finally {
    leaving.abort()
  }
}

async function execute(door: WorkflowDoor, question: Question): Promise<Executed['answer']> {
  try {
    return (await door.execute(question)).answer
  } catch (error) {
    if (!(error instanceof WorkflowRefusal)) throw error
    if (error.code === 'WORKFLOW_NOT_FOUND') throw notFound(`Workflow ${question.workflow_id}`)
    throw invalid('workflow_id', `Workflow ${question.workflow_id} is busy with another question`)
  }
}

/** The output of the latest run; undefined if it was cancelled. */
async function followToEnd(
  door: WorkflowDoor,
  workflowId: string,
  { onProgress }: Listener,
  signal: AbortSignal,
): Promise<FinalOutput | undefined> {
  const followed = await door.follow(workflowId, { cursor: 'latest', finalOnly: false }, signal)
  let output: FinalOutput | undefined
  for await (const events of followed?.events ?? []) {
    for (const { type, message, data } of events) {
      if (type === 'progress') onProgress(message)
      if (type === 'error') throw new WorldWeaverError('internal_error', message)
      // The store writes this event from a run's output only.
      if (type === 'memories') output = data as unknown as FinalOutput
    }
  }
  return output
}
