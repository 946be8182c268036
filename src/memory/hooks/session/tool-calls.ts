import type { Json } from '../../memory.js'
import type { SessionCall } from './session-event.js'

type Arguments = Readonly<Record<string, unknown>>

/** The most informative argument: the command or the file. */
export function argumentOf({ input }: SessionCall): string {
  const given = argumentsIn(input)
  if (given === undefined) return typeof input === 'string' ? input : ''
  const { command, cmd, file_path, path, pattern, url, query } = given
  const value = command ?? cmd ?? file_path ?? path ?? pattern ?? url ?? query ?? ''
  const words = Array.isArray(value) ? value.map(String) : [String(value)]
  // Codex CLI runs `["bash", "-lc", "<command>"]`.
  return words.length === 3 && /^-l?c$/.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ')
}

/** The path that a call names as its argument. */
export function pathOf({ input }: SessionCall): string | undefined {
  const { file_path, path, notebook_path } = argumentsIn(input) ?? {}
  const value = file_path ?? path ?? notebook_path
  return typeof value === 'string' ? value : undefined
}

const editing = /^(?:edit|write|multiedit|notebookedit|write_file|replace|create_file|strreplace|search_replace)$/i
const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm

/** The files that a call changed. */
export function changedBy(call: SessionCall): readonly string[] {
  if (call.failed) return []
  const path = pathOf(call)
  if (editing.test(call.tool)) return path === undefined ? [] : [path]
  const text = patchIn(call.input)
  return text.includes('*** ') ? Array.from(text.matchAll(patched), ([, file]) => file?.trim() ?? '') : []
}

const recalling = /(?:^|__)(?:recall(?:_\w+)?|semantic_recall|query_at_time|get_memory|how_to|gwt_\w+)$/

export const isRecalling = ({ tool }: SessionCall): boolean => recalling.test(tool)

/** Codex CLI passes a patch as the text itself, as a field of JSON text, or to a shell. */
function patchIn(input: Json): string {
  const given = argumentsIn(input)
  if (given === undefined) return typeof input === 'string' ? input : ''
  const { input: text, patch, command, cmd } = given
  const value = text ?? patch ?? command ?? cmd ?? ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** Codex CLI writes the arguments of a call as JSON text. */
function argumentsIn(input: Json): Arguments | undefined {
  const value = typeof input === 'string' && input.startsWith('{') ? parsed(input) : input
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Arguments) : undefined
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
