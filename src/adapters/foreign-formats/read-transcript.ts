import { injectedTexts } from '../../memory/hooks/injected.js'
import { messageText } from '../../memory/hooks/session/message-text.js'
import {
  maxOutputLength,
  maxTextLength,
  type SessionCall,
  type SessionEvent,
} from '../../memory/hooks/session/session-event.js'
import type { Json, JsonObject } from '../../memory/memory.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { parseTime } from '../../memory/time.js'
import { isJsonObject } from '../../plain-object.js'
import { withoutColours } from '../../terminal-colours.js'
import { toldInCursor } from './told-in-cursor.js'

/** Calls without a result yet. */
type OpenCalls = Map<string, Pick<SessionCall, 'tool' | 'input'>>

/**
 * Reads a session line by line: transcripts of Claude Code, Codex and Cursor are JSON lines, that of Gemini CLI is one
 * document. A call is reported together with its result, which comes lines later; Cursor writes none.
 */
export function createTranscriptReader(): (line: string) => readonly SessionEvent[] {
  const open: OpenCalls = new Map()
  const cursorEvents = createCursorReader()
  return (line) => {
    const entry = parsed(line)
    if (entry === undefined) return []
    return [...injectedIn(line, entry), ...(cursorEvents(entry) ?? eventsIn(entry, open))]
  }
}

function eventsIn(entry: JsonObject, open: OpenCalls): readonly SessionEvent[] {
  if (isJsonObject(entry.payload)) return codexEvents(entry.payload, timeOf(entry), open)
  if (Array.isArray(entry.messages)) return entry.messages.filter(isJsonObject).flatMap(geminiEvents)
  if (isJsonObject(entry.message)) return claudeEvents(entry, entry.message, open)
  // Newer versions of Gemini CLI write a message per line.
  return entry.content === undefined ? [] : geminiEvents(entry)
}

/** The blocks of our own hooks, wherever the client put them. */
function injectedIn(line: string, entry: JsonObject): readonly SessionEvent[] {
  if (!line.includes('<world-weaver')) return []
  return stringsIn(entry)
    .flatMap(injectedTexts)
    .map((text) => ({ from: 'memory', text: redacted(text).slice(0, maxTextLength), at: null }))
}

const stringsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap((each) => stringsIn(each as Json))
}

/** A line may have been cut off while it was written. */
function parsed(line: string): JsonObject | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    const value: Json = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const internalFlags = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage', 'isVisibleInTranscriptOnly']

/** Leaves out sub-agents and the program's own messages to its model. */
function claudeEvents(entry: JsonObject, { content }: JsonObject, open: OpenCalls): readonly SessionEvent[] {
  if (internalFlags.some((flag) => entry[flag] === true)) return []
  const from = entry.type === 'user' ? 'user' : entry.type === 'assistant' ? 'agent' : undefined
  if (from === undefined) return []
  const at = timeOf(entry)
  if (typeof content === 'string') return said(from, content, at)
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  return blocks.flatMap((block): readonly SessionEvent[] => {
    if (block.type === 'text') return said(from, textOf(block.text), at)
    if (block.type === 'tool_use') open.set(textOf(block.id), { tool: textOf(block.name), input: block.input ?? null })
    if (block.type !== 'tool_result') return []
    return answered(open, textOf(block.tool_use_id), textOf(block.content), block.is_error === true, at)
  })
}

/** Undefined for a line that is not Cursor's. */
function createCursorReader(): (entry: JsonObject) => readonly SessionEvent[] | undefined {
  // Only what the person says is dated; the answer is taken for as old.
  let at: number | null = null
  return ({ type, role, message }) => {
    if (type !== undefined || !isJsonObject(message) || (role !== 'user' && role !== 'assistant')) return undefined
    const { content } = message
    if (role === 'user') {
      const told = toldInCursor(textOf(content))
      at = told.at
      return said('user', told.text, at)
    }
    const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [{ type: 'text', text: textOf(content) }]
    return blocks.flatMap((block): readonly SessionEvent[] => {
      // What stands for thoughts that Cursor does not tell.
      if (block.type === 'text')
        return said(
          'agent',
          textOf(block.text)
            .trimEnd()
            .replace(/\[REDACTED\]$/, ''),
          at,
        )
      if (block.type !== 'tool_use') return []
      return [toolEvent({ tool: textOf(block.name), input: block.input ?? null, output: '', failed: false }, at)]
    })
  }
}

const codexCalls = new Set(['function_call', 'custom_tool_call', 'local_shell_call'])

function codexEvents(payload: JsonObject, at: number | null, open: OpenCalls): readonly SessionEvent[] {
  const id = textOf(payload.call_id)
  if (payload.type === 'message') {
    const from = payload.role === 'user' ? 'user' : payload.role === 'assistant' ? 'agent' : undefined
    return from === undefined ? [] : said(from, textOf(payload.content), at)
  }
  if (codexCalls.has(textOf(payload.type))) {
    const input = payload.arguments ?? payload.input ?? payload.action ?? null
    open.set(id, { tool: textOf(payload.name) || 'shell', input })
  }
  if (payload.type !== 'function_call_output' && payload.type !== 'custom_tool_call_output') return []
  const output = outputOf(payload.output)
  return answered(open, id, output.text, output.failed, at)
}

/** Codex reports the exit code inside the output. */
function outputOf(output: Json | undefined): { readonly text: string; readonly failed: boolean } {
  const result = typeof output === 'string' ? parsed(output) : isJsonObject(output) ? output : undefined
  const text = result === undefined ? textOf(output) : textOf(result.output ?? result.content)
  const exitCode = isJsonObject(result?.metadata) ? result.metadata.exit_code : undefined
  const failed = result?.success === false || (typeof exitCode === 'number' && exitCode !== 0)
  return { text, failed: failed || /^(?:exit code:|Process exited with code) [1-9]/imu.test(text.slice(0, 400)) }
}

function geminiEvents(message: JsonObject): readonly SessionEvent[] {
  const at = timeOf(message)
  // `info` and `error` are the program's own messages.
  const from = message.type === 'user' ? 'user' : message.type === 'gemini' ? 'agent' : undefined
  if (from === undefined) return []
  const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isJsonObject) : []
  return [
    ...said(from, textOf(message.content), at),
    ...calls.map((call): SessionEvent => {
      const output = textOf(call.resultDisplay ?? call.result)
      return toolEvent(
        { tool: textOf(call.name), input: call.args ?? null, output, failed: call.status === 'error' },
        at,
      )
    }),
  ]
}

function said(from: 'user' | 'agent', raw: string, at: number | null): readonly SessionEvent[] {
  const spoken = messageText(raw)
  return spoken === undefined ? [] : [{ from, text: redacted(spoken.trim()).slice(0, maxTextLength), at }]
}

function answered(
  open: OpenCalls,
  id: string,
  output: string,
  failed: boolean,
  at: number | null,
): readonly SessionEvent[] {
  const call = open.get(id)
  open.delete(id)
  if (call === undefined) return []
  return [toolEvent({ ...call, output, failed }, at)]
}

const toolEvent = ({ input, output, ...call }: SessionCall, at: number | null): SessionEvent => ({
  from: 'tool',
  at,
  call: { ...call, input: redactedIn(input), output: redacted(output).slice(0, maxOutputLength) },
})

/** Redacts before the text is cut and after its colours are removed: a partial secret is not recognised. */
const redacted = (text: string): string => redactSecrets(withoutColours(text)).text

function redactedIn(value: Json): Json {
  if (typeof value === 'string') return redacted(value)
  if (Array.isArray(value)) return value.map(redactedIn)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactedIn(each)]))
    : value
}

/** The text of a string, or of the text blocks in a list. */
function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (isJsonObject(content)) return textOf(content.text ?? content.content)
  if (!Array.isArray(content)) return ''
  return content
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n')
}

/** Null if a memory cannot have this time. */
function timeOf({ timestamp }: JsonObject): number | null {
  if (typeof timestamp === 'string') return parseTime(timestamp) ?? null
  const date = new Date(typeof timestamp === 'number' ? timestamp : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : (parseTime(date.toISOString()) ?? null)
}
