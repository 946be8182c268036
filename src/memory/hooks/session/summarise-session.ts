import { partsOf } from '../prompt-parts.js'
import { cutLine, failuresIn } from './failures.js'
import { namesIgnored, touchesIgnored } from './ignored-paths.js'
import { type Finding, findingsIn } from './outcome.js'
import { createRepetitionCheck, withoutStatements } from './repetition.js'
import { sentencesOf } from './sentences.js'
import type { SessionCall, SessionEvent } from './session-event.js'
import { languageIsListed } from './session-language.js'
import { changedBy, isRecalling } from './tool-calls.js'
import { type Turn, turnsOf } from './turns.js'

export interface SessionSummary {
  readonly text: string
  /** The part of the text that quotes what tools printed. */
  readonly errors: string
  /** Times of the first and the last message. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface SummaryOptions {
  /** Texts that are known already: what was injected or recalled in the session, and what the project's files say. */
  readonly remembered: readonly string[]
  /** What was stored of this session before: recalled in it, it is not known from elsewhere. */
  readonly own?: readonly string[]
  /** Paths that must not appear in the summary, such as those in `.wwignore`. */
  readonly isIgnored: (path: string) => boolean
  /** Where the agent worked: paths below it are shown from there. */
  readonly folder?: string
}

const maxLines = { asked: 3, settled: 10, errors: 3, files: 8, open: 4 }
const maxRequestLength = 240

/** What a session came to, in its own words; undefined when it came to nothing. */
export function summariseSession(
  events: readonly SessionEvent[],
  { remembered, own = [], isIgnored, folder = '' }: SummaryOptions,
): SessionSummary | undefined {
  const recalled = recalledIn(events).map((text) => withoutStatements(text, own))
  const isKnown = createRepetitionCheck([...remembered, ...recalled])
  const isWanted = (sentence: string) => !isKnown(sentence) && !namesIgnored(sentence, isIgnored)
  const turns = turnsOf(events)
  const calls = turns
    .flatMap((turn) => turn.calls)
    .filter((call) => !isRecalling(call) && !touchesIgnored(call, isIgnored))
  const found = findingsIn(turns, languageIsListed(turns)).filter(({ text }) => isWanted(text))
  const said = new Set(found.map(({ text }) => text))
  const asked = askedIn(turns, isWanted).filter((line) => !said.has(line))
  // Without work and without a decision of the person, the agent has only explained something.
  if (calls.length === 0 && !found.some(({ from }) => from === 'user')) return undefined

  const settled = heaviest(
    found.filter(({ isOpen }) => !isOpen),
    maxLines.settled,
  )
  const open = heaviest(
    found.filter(({ isOpen }) => isOpen),
    maxLines.open,
  )
  const failures = failuresIn(calls, [...asked, ...settled]).filter((line) => !namesIgnored(line, isIgnored))
  const errors = section('Errors', distinct(failures).slice(-maxLines.errors))
  const changed = distinct(calls.flatMap(changedBy).map((path) => within(folder, path))).slice(0, maxLines.files)
  if (settled.length + open.length + changed.length === 0 && errors === '') return undefined

  const times = events.flatMap(({ at }) => (at === null ? [] : [at]))
  const sections = [
    section('Asked', asked),
    section('Settled', settled),
    errors,
    section('Open', open),
    section('Changed', changed),
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

/** The first request and the last ones, each by its first sentence with a subject. */
function askedIn(turns: readonly Turn[], isWanted: (sentence: string) => boolean): readonly string[] {
  const first = turns.findIndex(({ request = '' }) => partsOf(request).length > 0)
  const lines = turns.flatMap(({ request = '', said, calls }, place) => {
    const isAnswered = said.length + calls.length > 0 || place === first
    if (!isAnswered || partsOf(request).length === 0) return []
    const sentence = sentencesOf(request).find((each) => partsOf(each).length > 0) ?? request
    return isWanted(sentence) ? [cutLine(sentence, maxRequestLength)] : []
  })
  const all = distinct(lines)
  return all.length <= maxLines.asked ? all : [...all.slice(0, 1), ...all.slice(1 - maxLines.asked)]
}

/** Those that say most, in the order in which they were said; what is said twice, as it was said last. */
function heaviest(found: readonly Finding[], count: number): readonly string[] {
  const last = new Map(found.map((each, place) => [each.text, place]))
  const once = found.filter((each, place) => last.get(each.text) === place)
  const ranked = once.toSorted((a, b) => b.weight - a.weight).slice(0, count)
  return once.filter((each) => ranked.includes(each)).map(({ text }) => text)
}

const within = (folder: string, path: string): string =>
  folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

/** Texts that hooks injected or the agent recalled, which are stored already. */
const recalledIn = (events: readonly SessionEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.from === 'memory') return [event.text]
    return event.from === 'tool' && isRecalling(event.call) ? [recalledText(event.call)] : []
  })

const recalledText = ({ output }: SessionCall): string => output.replaceAll('\\n', '\n')
