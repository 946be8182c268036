import type { z } from 'zod'
import type { answerInput, answerOutput } from '../../operations/workflow/answer-workflow.js'
import type { executeInput, executeOutput } from '../../operations/workflow/execute-workflow.js'
import { type Asked, type AskOptions, ask } from './ask.js'
import { type Cancelled, cancelWorkflow } from './cancel.js'
import { type FollowOptions, followWorkflow } from './follow.js'
import type { WorkflowFrame } from './frame.js'
import type { CallOptions, Remote } from './remote.js'
import type { WebSocketConstructor } from './web-socket.js'

export type ExecuteInput = z.input<typeof executeInput>
export type Executed = z.output<typeof executeOutput>
export type AnswerInput = z.input<typeof answerInput>
export type Answered = z.output<typeof answerOutput>

/** The workflow door: ask, be asked back, follow, answer. */
export interface WorkflowClient {
  /** A new conversation, its next message, or the answer to what was asked back. */
  execute(input: ExecuteInput, options?: CallOptions): Promise<Executed>
  /** What the user was told in the end (`POST /workflow/ai-answer`). */
  answer(input: AnswerInput, options?: CallOptions): Promise<Answered>
  /** Ends the latest message for everyone; one that is over only tells its state. */
  cancel(workflowId: string, options?: Pick<CallOptions, 'signal'>): Promise<Cancelled>
  /** What happens, as it happens; comes back by itself after a lost connection. */
  follow(workflowId: string, options?: FollowOptions): AsyncIterable<WorkflowFrame>
  /** Holds the conversation until there are memories. */
  ask(question: string, options?: AskOptions): Promise<Asked>
}

/** Whose memories are meant where a call does not say. */
export interface Scope {
  readonly session?: string
  readonly project?: string
}

export function openWorkflow(
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
  { session, project }: Scope,
): WorkflowClient {
  /** A conversation stays where it began. */
  function scoped(input: ExecuteInput): ExecuteInput {
    if (input.workflow_id != null || (session === undefined && project === undefined)) return input
    const { session_id = session, project: asked = project } = input.preferences ?? {}
    return { ...input, preferences: { ...input.preferences, session_id, project: asked } }
  }
  // What the server answers is what it says in its schema.
  const execute: WorkflowClient['execute'] = async (input, options) =>
    (await remote.post('workflow/execute', scoped(input), options)) as Executed
  const follow: WorkflowClient['follow'] = (workflowId, options = {}) =>
    followWorkflow(workflowId, options, remote, WebSocket)
  return {
    execute,
    follow,
    answer: async (input, options) => (await remote.post('workflow/ai-answer', input, options)) as Answered,
    cancel: (workflowId, { signal } = {}) => cancelWorkflow(workflowId, signal, remote, WebSocket),
    ask: (question, options = {}) => ask(question, options, { execute, follow }),
  }
}
