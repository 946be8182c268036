import { instructionsIn } from '../../lessons/instructions.js'
import type { Json } from '../../memory.js'
import { isQuestion } from '../../recall/query/question.js'
import { partsOf } from '../prompt-parts.js'
import { createRepetitionCheck } from './repetition.js'
import type { SessionCall, SessionEvent } from './session-event.js'

export interface SessionSummary {
  readonly text: string
  /** The part of the text that quotes what tools printed. */
  readonly errors: string
  /** Times of the first and the last message. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface SummaryOptions {
  /** Texts that were injected or recalled in the session. */
  readonly remembered: readonly string[]
  /** Paths that must not appear in the summary, such as those in `.wwignore`. */
  readonly isIgnored: (path: string) => boolean
}

const maxLines = { asked: 8, settled: 10, errors: 6, files: 12 }
const maxRequestLength = 300
const maxLineLength = 240

/** A session in a few lines, in its own words; undefined when no request had a subject. */
export function summariseSession(
  events: readonly SessionEvent[],
  { remembered, isIgnored }: SummaryOptions,
): SessionSummary | undefined {
  const isRepetition = createRepetitionCheck([...remembered, ...recalledIn(events)])
  const messages = events.flatMap((event) => (event.from === 'tool' ? [] : [event]))
  const calls = events.flatMap((event) => (event.from === 'tool' ? [event.call] : []))
  const seen = (call: SessionCall) => !isIgnored(pathOf(call) ?? '')

  const asked = messages.filter(({ from, text }) => from === 'user' && partsOf(text).length > 0).map(({ text }) => text)
  if (asked.length === 0) return undefined
  const settled = messages
    .flatMap(({ from, text }) => (from === 'user' ? decisionsIn(text) : findingsIn(text)))
    .filter((sentence) => !isRepetition(sentence))
  const last = messages.findLast(({ from }) => from === 'agent')
  const ending = sentencesOf(last?.text ?? '').filter((each) => !isRepetition(each) && !settled.includes(each))
  const errors = section('Errors', distinct(errorsIn(calls.filter(seen))).slice(-maxLines.errors))
  const times = messages.flatMap(({ at }) => (at === null ? [] : [at]))
  const sections = [
    section('Asked', ends(distinct(asked.map((text) => cutLine(text, maxRequestLength))), maxLines.asked)),
    section('Settled', ends(distinct(settled), maxLines.settled)),
    errors,
    section('Changed', distinct(changedIn(calls.filter(seen))).slice(0, maxLines.files)),
    section('Ended with', ending.slice(0, 2)),
  ]
  return {
    // A cut may split a surrogate pair, which could not be stored.
    text: sections
      .filter((each) => each !== '')
      .join('\n')
      .toWellFormed(),
    errors,
    startedAt: times.length === 0 ? null : Math.min(...times),
    endedAt: times.length === 0 ? null : Math.max(...times),
  }
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`

const distinct = (lines: readonly string[]): readonly string[] => [...new Set(lines)]

/** The first and the last lines, which say most about a session. */
const ends = (lines: readonly string[], count: number): readonly string[] =>
  lines.length <= count ? lines : [...lines.slice(0, count / 2), ...lines.slice(-count / 2)]

function cutLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`
}

/** Each failure with the next success of the same tool, or a note that there was none. */
function errorsIn(calls: readonly SessionCall[]): readonly string[] {
  return calls.flatMap((call, place) => {
    const reason = call.failed && !isRecalling(call) ? errorLine(call.output) : undefined
    if (reason === undefined) return []
    const worked = calls.slice(place + 1).find(({ tool, failed }) => tool === call.tool && !failed)
    const solved = worked === undefined ? 'not solved' : `then worked: ${describe(worked)}`
    return [`${describe(call)} failed: ${reason}; ${solved}`]
  })
}

const describe = (call: SessionCall): string => cutLine(`${call.tool} ${argumentOf(call)}`, maxLineLength)

/** The most informative argument: the command or the file. */
function argumentOf({ input }: SessionCall): string {
  const parsedInput = parsed(input)
  if (typeof parsedInput === 'string') return parsedInput
  if (parsedInput === null || typeof parsedInput !== 'object' || Array.isArray(parsedInput)) return ''
  const { command, file_path, path, pattern, url, query } = parsedInput as Readonly<Record<string, unknown>>
  const value = command ?? file_path ?? path ?? pattern ?? url ?? query ?? ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** Codex CLI writes the arguments of a call as JSON text. */
function parsed(input: Json): Json {
  if (typeof input !== 'string' || !input.startsWith('{')) return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const namesError =
  /\b(?:error|exception|fatal|failed|failure|cannot|can['’]t|denied|refused|not found|timed out|no such)\b|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b/iu

/** The first line that names an error, else the first line. */
function errorLine(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at .+:\d+/.test(line) && !/^<\/?tool_use_error>$/.test(line))
  const line = lines.find((each) => namesError.test(each)) ?? lines[0]
  return line === undefined ? undefined : cutLine(line, maxLineLength)
}

const editing = /^(?:edit|write|multiedit|notebookedit|apply_patch|write_file|replace|create_file)$/i

const changedIn = (calls: readonly SessionCall[]): readonly string[] =>
  calls.flatMap((call) => {
    const path = editing.test(call.tool) && !call.failed ? pathOf(call) : undefined
    return path === undefined ? [] : [path]
  })

function pathOf({ input }: SessionCall): string | undefined {
  const parsedInput = parsed(input)
  if (parsedInput === null || typeof parsedInput !== 'object' || Array.isArray(parsedInput)) return undefined
  const { file_path, path, notebook_path } = parsedInput as Readonly<Record<string, unknown>>
  const value = file_path ?? path ?? notebook_path
  return typeof value === 'string' ? value : undefined
}

const recalling = /(?:^|__)(?:recall(?:_\w+)?|semantic_recall|query_at_time|get_memory|how_to|gwt_\w+)$/

const isRecalling = ({ tool }: SessionCall): boolean => recalling.test(tool)

/** Texts that the agent recalled, which are stored already. */
const recalledIn = (events: readonly SessionEvent[]): readonly string[] =>
  events.flatMap((event) => (event.from === 'tool' && isRecalling(event.call) ? [event.call.output] : []))

// Phrases of decisions and explanations, which the next session would otherwise have to work out again.
const decides =
  /\b(?:decid(?:e|ed|ing)|decision|agreed|settled on|let['’]?s (?:use|keep|go with|stick|switch|drop)|we(?:['’]ll| will| should| must)? (?:use|keep|go with|stick|switch|drop|store)|i (?:prefer|want|like)|prefer(?:s|red)?|instead of|rather than|from now on|by convention|chose|chosen|switch(?:ed)? to|replaced (?:by|with)|no longer)\b/iu
const explains =
  /\b(?:root cause|the (?:cause|reason|problem|culprit|bug|issue|fix|solution|trick) (?:was|is)|turned out|caused by|because|due to|came from|fixed (?:by|it by|this by)|solved by|works? (?:now|only)|the key (?:was|is))\b/iu
const plans =
  /^(?:i['’]?ll|i will|let me|i['’]?m going to|now (?:i|let)|next,? i|first,? i|looking|checking|running|great|perfect|good)\b/iu

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const [minLength, maxLength] = [20, 320]

/** The user's sentences that state a decision or an instruction. */
const decisionsIn = (text: string): readonly string[] => {
  const demands = new Set(instructionsIn(text).map((instruction) => instruction.text))
  return sentencesOf(text).filter((each) => demands.has(each) || (decides.test(each) && !isQuestion(each)))
}

/** The agent's sentences that state a decision or an explanation, not a plan. */
const findingsIn = (text: string): readonly string[] =>
  sentencesOf(text).filter(
    (each) => (decides.test(each) || explains.test(each)) && !isQuestion(each) && !plans.test(each),
  )

/** The sentences of the prose; code, tables and quotations are left out. */
function sentencesOf(text: string): readonly string[] {
  const prose = text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:\||>|#{1,6}\s|\+|\d+\s*[|:])/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').replaceAll('**', ''))
  return prose
    .flatMap((line) => Array.from(sentences.segment(line), ({ segment }) => segment.trim()))
    .filter((each) => each.length >= minLength && each.length <= maxLength)
}
