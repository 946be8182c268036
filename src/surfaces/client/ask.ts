import type { FinalOutput } from '../../memory/workflow/retrieval/final-output.js'
import type { FollowOptions } from './follow.js'
import { endsRun, type WorkflowFrame } from './frame.js'
import type { ExecuteInput, WorkflowClient } from './workflow.js'
import { WorkflowError } from './workflow-error.js'

export interface AskOptions extends Pick<ExecuteInput, 'workflow_id' | 'also' | 'preferences'> {
  /** Answers a clarification question; undefined leaves it open. Without this, the server asks none. */
  readonly onQuestion?: (question: string) => string | undefined | Promise<string | undefined>
  readonly signal?: AbortSignal
}

interface Ids {
  readonly workflow_id: string
  readonly message_id: string
}

/** The outcome of a question that did not fail. */
export type Asked =
  | (Ids & { readonly status: 'completed' } & FinalOutput)
  | (Ids & { readonly status: 'waiting_for_input'; readonly clarification_question: string })
  | (Ids & { readonly status: 'cancelled' })

/** Asks, answers clarification questions, and waits for the memories. */
export async function ask(
  question: string,
  { onQuestion, signal, ...conversation }: AskOptions,
  { execute, follow }: Pick<WorkflowClient, 'execute' | 'follow'>,
): Promise<Asked> {
  const options = signal === undefined ? {} : { signal }
  const clarify = { ask_clarifications: onQuestion !== undefined }
  let reply = await execute({ ...conversation, ...clarify, user_input: question }, options)
  while (reply.clarification_question !== null) {
    const { workflow_id, message_id, clarification_question } = reply
    const answer = await onQuestion?.(clarification_question)
    if (answer === undefined) return { workflow_id, message_id, status: 'waiting_for_input', clarification_question }
    reply = await execute({ ...clarify, workflow_id, user_input: answer }, options)
  }
  const { workflow_id, message_id } = reply
  const output = await outputOf(reply, (from) => follow(workflow_id, { ...options, ...from }))
  return output === undefined
    ? { workflow_id, message_id, status: 'cancelled' }
    : { workflow_id, message_id, status: 'completed', ...output }
}

type Follow = (from: Pick<FollowOptions, 'cursor' | 'finalOnly'>) => AsyncIterable<WorkflowFrame>

const latest = {}
const everything = { cursor: 0, finalOnly: true }

/** The memories of the message; undefined if it was cancelled. */
async function outputOf({ message_id }: Ids, follow: Follow): Promise<FinalOutput | undefined> {
  let output: FinalOutput | undefined
  // Our message is the latest, unless another client has asked since: then it is earlier in the conversation.
  for (const from of [latest, everything]) {
    for await (const frame of follow(from)) {
      if (frame.message_id !== message_id) {
        if (from === latest) break
        continue
      }
      if (frame.type === 'memories') output = frame.data
      if (frame.type === 'error') throw new WorkflowError(frame.data.code, frame.message)
      if (endsRun(frame)) return output
    }
  }
  throw new WorkflowError('MESSAGE_NOT_FOUND', 'The message is no longer in the conversation')
}
