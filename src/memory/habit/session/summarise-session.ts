import { partsOf } from '../prompt-parts.js'
import { createEcho } from './echo.js'
import type { SessionCall, SessionEvent } from './session-event.js'
import { foundBy, sentencesOf, settledBy } from './telling-sentences.js'

export interface SessionSummary {
  readonly text: string
  /** Of the first and the last thing that was said. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface SummaryOptions {
  /** Texts that were brought or recalled in the session. */
  readonly remembered: readonly string[]
  /** Paths that must not be told, such as those in `.wwignore`. */
  readonly isIgnored: (path: string) => boolean
}

const most = { asked: 8, settled: 10, errors: 6, files: 12 }
const longestAsked = 300
const longestLine = 240

/** A session in a few lines, in its own words: undefined when nothing was asked that says anything. */
export function summariseSession(
  events: readonly SessionEvent[],
  { remembered, isIgnored }: SummaryOptions,
): SessionSummary | undefined {
  const isEcho = createEcho([...remembered, ...recalledIn(events)])
  const told = events.flatMap((event) => (event.from === 'tool' ? [] : [event]))
  const calls = events.flatMap((event) => (event.from === 'tool' ? [event.call] : []))
  const seen = (call: SessionCall) => !isIgnored(pathOf(call) ?? '')

  const asked = told.filter(({ from, text }) => from === 'user' && partsOf(text).length > 0).map(({ text }) => text)
  if (asked.length === 0) return undefined
  const settled = told
    .flatMap(({ from, text }) => (from === 'user' ? settledBy(text) : foundBy(text)))
    .filter((sentence) => !isEcho(sentence))
  const last = told.findLast(({ from }) => from === 'agent')
  const ending = sentencesOf(last?.text ?? '').filter((each) => !isEcho(each) && !settled.includes(each))
  const times = told.flatMap(({ at }) => (at === null ? [] : [at]))
  const sections = [
    section('Asked', ends(distinct(asked.map((text) => oneLine(text, longestAsked))), most.asked)),
    section('Settled', ends(distinct(settled), most.settled)),
    section('Errors', distinct(errorsIn(calls.filter(seen))).slice(-most.errors)),
    section('Changed', distinct(changedIn(calls.filter(seen))).slice(0, most.files)),
    section('Ended with', ending.slice(0, 2)),
  ]
  return {
    // A cut may go through a pair, and half of one could not be stored.
    text: sections
      .filter((each) => each !== '')
      .join('\n')
      .toWellFormed(),
    startedAt: times.length === 0 ? null : Math.min(...times),
    endedAt: times.length === 0 ? null : Math.max(...times),
  }
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`

const distinct = (lines: readonly string[]): readonly string[] => [...new Set(lines)]

/** Where a session began and where it ended say most about it. */
const ends = (lines: readonly string[], count: number): readonly string[] =>
  lines.length <= count ? lines : [...lines.slice(0, count / 2), ...lines.slice(-count / 2)]

function oneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`
}

/** Each failure with what came next of the same tool: how it was solved, or that it was not. */
function errorsIn(calls: readonly SessionCall[]): readonly string[] {
  return calls.flatMap((call, place) => {
    const reason = call.failed && !isRecalling(call) ? errorLine(call.output) : undefined
    if (reason === undefined) return []
    const worked = calls.slice(place + 1).find(({ tool, failed }) => tool === call.tool && !failed)
    const solved = worked === undefined ? 'not solved' : `then worked: ${describe(worked)}`
    return [`${describe(call)} failed: ${reason}; ${solved}`]
  })
}

const describe = (call: SessionCall): string => oneLine(`${call.tool} ${argumentOf(call)}`, longestLine)

/** The argument that tells most: the command, or the file. */
function argumentOf({ input }: SessionCall): string {
  const told = typeof input === 'string' && input.startsWith('{') ? safely(input) : input
  if (typeof told === 'string') return told
  if (told === null || typeof told !== 'object' || Array.isArray(told)) return ''
  const { command, file_path, path, pattern, url, query } = told as Readonly<Record<string, unknown>>
  const value = command ?? file_path ?? path ?? pattern ?? url ?? query ?? ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const namesError =
  /\b(?:error|exception|fatal|failed|failure|cannot|can['’]t|denied|refused|not found|timed out|no such)\b|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b/iu

/** The line that says what went wrong, else the first. */
function errorLine(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at .+:\d+/.test(line) && !/^<\/?tool_use_error>$/.test(line))
  const line = lines.find((each) => namesError.test(each)) ?? lines[0]
  return line === undefined ? undefined : oneLine(line, longestLine)
}

const editing = /^(?:edit|write|multiedit|notebookedit|apply_patch|write_file|replace|create_file)$/i

const changedIn = (calls: readonly SessionCall[]): readonly string[] =>
  calls.flatMap((call) => {
    const path = editing.test(call.tool) && !call.failed ? pathOf(call) : undefined
    return path === undefined ? [] : [path]
  })

function pathOf({ input }: SessionCall): string | undefined {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return undefined
  const { file_path, path, notebook_path } = input as Readonly<Record<string, unknown>>
  const value = file_path ?? path ?? notebook_path
  return typeof value === 'string' ? value : undefined
}

const recalling = /(?:^|__)(?:recall(?:_\w+)?|semantic_recall|query_at_time|get_memory|how_to|gwt_\w+)$/

const isRecalling = ({ tool }: SessionCall): boolean => recalling.test(tool)

/** What the agent asked memory for: coming back from it, it is no news. */
const recalledIn = (events: readonly SessionEvent[]): readonly string[] =>
  events.flatMap((event) => (event.from === 'tool' && isRecalling(event.call) ? [event.call.output] : []))
