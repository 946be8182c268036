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

/** The workflow door: ask, clarify, follow, answer. */
export interface WorkflowClient {
  /** Starts a conversation, sends its next message, or answers a clarification question. */
  execute(input: ExecuteInput, options?: CallOptions): Promise<Executed>
  /** Records the answer that the user got (`POST /workflow/ai-answer`). */
  answer(input: AnswerInput, options?: CallOptions): Promise<Answered>
  /** Cancels the latest message for all clients; returns the state if it has already ended. */
  cancel(workflowId: string, options?: Pick<CallOptions, 'signal'>): Promise<Cancelled>
  /** Yields frames as they happen; reconnects by itself. */
  follow(workflowId: string, options?: FollowOptions): AsyncIterable<WorkflowFrame>
  /** Asks, and waits for the memories. */
  ask(question: string, options?: AskOptions): Promise<Asked>
}

/** Defaults for calls that name no session or project. */
export interface Scope {
  readonly session?: string
  readonly project?: string
}

export function openWorkflow(
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
  { session, project }: Scope,
): WorkflowClient {
  /** Only for a new conversation: an existing one keeps its scope. */
  function scoped(input: ExecuteInput): ExecuteInput {
    if (input.workflow_id != null || (session === undefined && project === undefined)) return input
    const { session_id = session, project: asked = project } = input.preferences ?? {}
    return { ...input, preferences: { ...input.preferences, session_id, project: asked } }
  }
  // The server's schema guarantees these types.
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
