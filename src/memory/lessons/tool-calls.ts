import { isJsonObject } from '../../plain-object.js'
import type { Json, JsonObject } from '../memory.js'

/** A tool call and its result. */
export interface ToolCall {
  readonly name: string
  /** As reported; null when it was not. */
  readonly input: Json
  /** The tool's error message; null when it worked. */
  readonly error: string | null
}

/** RSB2: parses a JSON array `[{name, arguments, result?, error?}]`, or else lines, some of which name an error. */
export function toolCallsIn(text: string | null): readonly ToolCall[] {
  if (text === null || text.trim() === '') return []
  return callsInJson(text) ?? text.split(/\r?\n/u).flatMap(callInLine)
}

function callsInJson(text: string): readonly ToolCall[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const parsed: Json = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter(isJsonObject).flatMap(toCall) : undefined
  } catch {
    // Not JSON: it is read as lines.
    return undefined
  }
}

function toCall(call: JsonObject): readonly ToolCall[] {
  if (typeof call.name !== 'string' || call.name.trim() === '') return []
  return [{ name: call.name, input: call.arguments ?? null, error: errorIn(call.error) ?? null }]
}

/** Programs report `false`, `null` or an empty text when there was no error. */
function errorIn(error: Json | undefined): string | undefined {
  if (error === undefined || error === null || error === false || error === '') return undefined
  return typeof error === 'string' ? error : JSON.stringify(error)
}

const errorWord =
  /\b(?:errors?|exception|failed|failure|fatal|traceback|denied|refused|timed out|timeout|not found|cannot|could not|invalid)\b|\w(?:Error|Exception)\b/iu
const noError =
  /\b(?:no|0|zero|without(?: any)?|fixed(?: the)?) (?:errors?|failures?|exceptions?)\b|\b(?:errors?|failed|failures?)\s*[:=]\s*(?:0|none|null|false)\b|\b0 failed\b/iu
// "search(x) -> …", "search: …", "search x": the tool is the first word.
const firstWord = /^[\s\-*•>$\d.)]*([\p{L}_][\p{L}\p{N}_./-]*)\s*[:(]?(.*)$/u

function callInLine(line: string): readonly ToolCall[] {
  const [, name, rest] = firstWord.exec(line) ?? []
  if (name === undefined) return []
  const isError = errorWord.test(line) && !noError.test(line)
  return [{ name, input: rest === '' ? null : rest!.trim(), error: isError ? line.trim() : null }]
}

export const hasToolError = (text: string | null): boolean => toolCallsIn(text).some(({ error }) => error !== null)
