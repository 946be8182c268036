import { isJsonObject } from '../is-object.js'
import type { Json, JsonObject } from '../memory.js'

/** What a tool was asked and what came of it. */
export interface ToolCall {
  readonly name: string
  /** As told; null where it was not. */
  readonly input: Json
  /** In the tool's words; null when it worked. */
  readonly error: string | null
}

/** RSB2: a JSON array `[{name, arguments, result?, error?}]`, else lines, of which some name an error. */
export function toolCallsIn(told: string | null): readonly ToolCall[] {
  if (told === null || told.trim() === '') return []
  return callsInJson(told) ?? told.split(/\r?\n/u).flatMap(callInLine)
}

function callsInJson(told: string): readonly ToolCall[] | undefined {
  if (!told.trimStart().startsWith('[')) return undefined
  try {
    const parsed: Json = JSON.parse(told)
    return Array.isArray(parsed) ? parsed.filter(isJsonObject).flatMap(toCall) : undefined
  } catch {
    // Not JSON after all: then it is lines.
    return undefined
  }
}

function toCall(told: JsonObject): readonly ToolCall[] {
  if (typeof told.name !== 'string' || told.name.trim() === '') return []
  return [{ name: told.name, input: told.arguments ?? null, error: errorIn(told.error) ?? null }]
}

/** `false`, `null` and an empty text are how programs say that there was none. */
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

export const hasToolError = (told: string | null): boolean => toolCallsIn(told).some(({ error }) => error !== null)
