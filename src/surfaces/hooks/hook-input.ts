import { isObject, ownEntry } from '../../plain-object.js'

/** The parsed input of a hook. */
export interface HookInput {
  readonly moment: Moment
  /** The client's name for the event, which the output must repeat. */
  readonly eventName: string
  /** The client's own id of the session. */
  readonly agentSession: string
  readonly cwd: string
  readonly transcript: string | null
  readonly prompt: string
  readonly failure: { readonly tool: string; readonly command: string; readonly error: string } | null
  /** At the start: the model still sees the conversation so far. */
  readonly resumes: boolean
  /** At the start: the session goes on, with its context compacted. */
  readonly isCompacted: boolean
  /** At the end of a turn: a hook has asked the agent to go on already. */
  readonly isAsked: boolean
}

/** `stop` is the end of a turn; `end` is the end of the session, or a compaction of its context. */
export type Moment = 'start' | 'prompt' | 'failure' | 'stop' | 'end'

/** The argument of `ww hook`. */
export const momentNames: Readonly<Record<string, Moment>> = {
  'session-start': 'start',
  prompt: 'prompt',
  'tool-failure': 'failure',
  stop: 'stop',
  'session-end': 'end',
}

/** The events of Claude Code, Codex and VS Code, then the different names of Gemini CLI and Cursor. */
const momentOfEvent: Readonly<Record<string, Moment>> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'failure',
  PostToolUseFailure: 'failure',
  Stop: 'stop',
  SessionEnd: 'end',
  PreCompact: 'end',
  BeforeAgent: 'prompt',
  AfterTool: 'failure',
  AfterAgent: 'stop',
  PreCompress: 'end',
  sessionStart: 'start',
  beforeSubmitPrompt: 'prompt',
  postToolUse: 'failure',
  postToolUseFailure: 'failure',
  stop: 'stop',
  sessionEnd: 'end',
  preCompact: 'end',
}

/** The event's name if the client sends none. */
const eventOfMoment: Readonly<Record<Moment, string>> = {
  start: 'SessionStart',
  prompt: 'UserPromptSubmit',
  failure: 'PostToolUseFailure',
  stop: 'Stop',
  end: 'SessionEnd',
}

/** Undefined for input that is not a hook's, and for events that memory does not handle. */
export function readHookInput(text: string, named: Moment | undefined, cwd: string): HookInput | undefined {
  const fields = parsed(text)
  if (fields === undefined) return undefined
  const event = textOf(fields.hook_event_name)
  const moment = named ?? ownEntry(momentOfEvent, event)
  if (moment === undefined) return undefined
  const source = textOf(fields.source ?? fields.trigger)
  const [root] = Array.isArray(fields.workspace_roots) ? fields.workspace_roots : []
  return {
    moment,
    eventName: event || eventOfMoment[moment],
    agentSession: textOf(fields.session_id) || textOf(fields.conversation_id) || 'unnamed',
    cwd: textOf(fields.cwd) || textOf(root) || cwd,
    transcript: textOf(fields.transcript_path) || null,
    prompt: textOf(fields.prompt),
    failure: moment === 'failure' ? failureIn(fields, event) : null,
    resumes: source === 'resume',
    isCompacted: source === 'compact',
    isAsked: fields.stop_hook_active === true,
  }
}

type Fields = Readonly<Record<string, unknown>>

function parsed(text: string): Fields | undefined {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : undefined
}

/** For hooks that run after every tool: null unless the tool failed. A call that the user stopped did not fail. */
function failureIn(fields: Fields, event: string): HookInput['failure'] {
  if (fields.is_interrupt === true) return null
  const error = textOf(fields.error ?? fields.error_message) || errorIn(fields.tool_response ?? fields.tool_output)
  const isFailure = /failure$/i.test(event) || event === '' || error !== ''
  if (!isFailure || error === '') return null
  const input = isObject(fields.tool_input) ? fields.tool_input : {}
  const command = textOf(input.command ?? input.file_path ?? input.path ?? input.pattern ?? input.url)
  return { tool: textOf(fields.tool_name), command, error }
}

/** The error in a tool's response, in the shapes of the different clients; empty if it succeeded. */
function errorIn(response: unknown): string {
  if (typeof response === 'string') return /^(?:error\b|exit code:? [1-9])/i.test(response.trim()) ? response : ''
  if (!isObject(response)) return ''
  const { error, is_error, isError, success, exit_code, exitCode } = response
  if (typeof error === 'string' && error !== '') return error
  if (isObject(error)) return textOf(error.message)
  const code = exit_code ?? exitCode
  const failed = is_error === true || isError === true || success === false || (typeof code === 'number' && code !== 0)
  if (!failed) return ''
  return [response.stderr, response.stdout, response.content, response.output, response.llmContent]
    .map(textOf)
    .join('\n')
    .trim()
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return isObject(value) ? textOf(value.text) : ''
}
