import { entryOf } from '../../memory/entry-of.js'

/** What a client tells its hook, and at which moment. */
export interface HookInput {
  readonly moment: Moment
  /** As the client calls it: its answer has to name it. */
  readonly eventName: string
  /** The client's own id of the session. */
  readonly agentSession: string
  readonly cwd: string
  readonly transcript: string | null
  readonly prompt: string
  readonly failure: { readonly tool: string; readonly command: string; readonly error: string } | null
  /** At the start: the conversation so far is still in the model's sight. */
  readonly resumes: boolean
}

/** `stop` is the end of a turn, `end` of the session or of what the model can see of it. */
export type Moment = 'start' | 'prompt' | 'failure' | 'stop' | 'end'

/** As typed behind `ww hook`. */
export const momentNames: Readonly<Record<string, Moment>> = {
  'session-start': 'start',
  prompt: 'prompt',
  'tool-failure': 'failure',
  stop: 'stop',
  'session-end': 'end',
}

/** Claude Code, Codex and VS Code; then Gemini CLI, then Cursor, where their names differ. */
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

/** What a client calls the moment when it does not say. */
const eventOfMoment: Readonly<Record<Moment, string>> = {
  start: 'SessionStart',
  prompt: 'UserPromptSubmit',
  failure: 'PostToolUseFailure',
  stop: 'Stop',
  end: 'SessionEnd',
}

/** Undefined for what is no hook's input, or of an event that concerns no memory. */
export function readHookInput(text: string, named: Moment | undefined, cwd: string): HookInput | undefined {
  const told = parsed(text)
  if (told === undefined) return undefined
  const event = textOf(told.hook_event_name)
  const moment = named ?? entryOf(momentOfEvent, event)
  if (moment === undefined) return undefined
  const [root] = Array.isArray(told.workspace_roots) ? told.workspace_roots : []
  return {
    moment,
    eventName: event || eventOfMoment[moment],
    agentSession: textOf(told.session_id) || textOf(told.conversation_id) || 'unnamed',
    cwd: textOf(told.cwd) || textOf(root) || cwd,
    transcript: textOf(told.transcript_path) || null,
    prompt: textOf(told.prompt),
    failure: moment === 'failure' ? failureIn(told, event) : null,
    resumes: textOf(told.source ?? told.trigger) === 'resume',
  }
}

type Told = Readonly<Record<string, unknown>>

function parsed(text: string): Told | undefined {
  const value: unknown = JSON.parse(text)
  return isTold(value) ? value : undefined
}

/** Of a hook that runs after every tool, only what failed is of use; what somebody stopped did not fail. */
function failureIn(told: Told, event: string): HookInput['failure'] {
  if (told.is_interrupt === true) return null
  const error = textOf(told.error ?? told.error_message) || errorIn(told.tool_response ?? told.tool_output)
  const isFailure = /failure$/i.test(event) || event === '' || error !== ''
  if (!isFailure || error === '') return null
  const input = isTold(told.tool_input) ? told.tool_input : {}
  const command = textOf(input.command ?? input.file_path ?? input.path ?? input.pattern ?? input.url)
  return { tool: textOf(told.tool_name), command, error }
}

/** How the clients' tools say that they failed. */
function errorIn(response: unknown): string {
  if (typeof response === 'string') return /^(?:error\b|exit code:? [1-9])/i.test(response.trim()) ? response : ''
  if (!isTold(response)) return ''
  const { error, is_error, isError, success, exit_code, exitCode } = response
  if (typeof error === 'string' && error !== '') return error
  if (isTold(error)) return textOf(error.message)
  const code = exit_code ?? exitCode
  const failed = is_error === true || isError === true || success === false || (typeof code === 'number' && code !== 0)
  if (!failed) return ''
  return [response.stderr, response.stdout, response.content, response.output, response.llmContent]
    .map(textOf)
    .join('\n')
    .trim()
}

const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return isTold(value) ? textOf(value.text) : ''
}
