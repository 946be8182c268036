import { isNegation } from '../opposites.js'
import type { Difference, Placeholders } from './placeholders.js'
import { isOption, type Token, tokensOf, withSpans } from './tokens.js'
import {
  differInMeaning,
  findNumberedKind,
  findValueKind,
  haveOpposites,
  isEnvironment,
  type Place,
  partsOf,
  takesText,
} from './values.js'

export type IsFirstName = (word: string) => boolean

/** A value in a text, and the value in its place in another. */
interface TextDifference extends Difference {
  readonly start: number
  readonly length: number
}

/** How values are recognised while two skills are compared. */
export interface Comparing {
  readonly placeholders: Placeholders
  readonly isFirstName: IsFirstName
}

/** The values in which two commands or sentences differ; undefined when they differ in any word that is no value. */
export function compareWording(
  ours: string,
  theirs: string,
  kind: 'command' | 'sentence',
  { placeholders: { areValues }, isFirstName }: Comparing,
): readonly TextDifference[] | undefined {
  const [a, b] = [readUnits(ours, kind), readUnits(theirs, kind)]
  if (a.length !== b.length) return undefined
  const differences: TextDifference[] = []
  for (const [at, unit] of a.entries()) {
    const other = b[at]
    const isSame = kind === 'command' ? unit.text === other.text : unit.text.toLowerCase() === other.text.toLowerCase()
    if (isSame && !areValues(unit.text, other.text)) continue
    const place = placeOf(a, at, kind)
    const name = nameDifference(unit, other, place, isFirstName) ?? (areValues(unit.text, other.text) ? '' : undefined)
    if (name === undefined) return undefined
    const called = place.option ?? (name === 'number' ? countedBy(a, at) : undefined) ?? name
    differences.push({ ours: unit.text, theirs: other.text, name: called, start: unit.start, length: unit.text.length })
  }
  return differences
}

/** A token, or the whole text of an option that takes one. */
interface Unit extends Token {
  readonly isText: boolean
}

/** Tokens, where the quoted text of a message or title is one. */
function readUnits(text: string, kind: 'command' | 'sentence'): readonly Unit[] {
  const tokens = tokensOf(text, kind)
  if (kind === 'sentence') return tokens.map((token) => ({ ...token, isText: false }))
  const units: Unit[] = []
  for (const [at, token] of tokens.entries()) {
    const last = units.at(-1)
    if (last?.isText && token.isQuoted) {
      units[units.length - 1] = { ...last, text: text.slice(last.start, token.start + token.text.length) }
    } else units.push({ ...token, isText: token.isQuoted && takesText(optionBefore(tokens, at)) })
  }
  return units
}

/** The name of the value that differs; undefined when the two may be more than values. */
function nameDifference(ours: Unit, theirs: Unit, place: Place, isFirstName: IsFirstName): string | undefined {
  if (ours.isText && theirs.isText) return areDifferentTexts(ours.text, theirs.text) ? 'text' : undefined
  if (isOption(ours.text) || isOption(theirs.text)) return undefined
  return nameValue(ours.text, theirs.text, place, isFirstName)
}

export function nameValue(ours: string, theirs: string, place: Place, isFirstName: IsFirstName): string | undefined {
  if (differInMeaning(ours, theirs)) return undefined
  const [one, other] = [findValueKind(ours, place, isFirstName), findValueKind(theirs, place, isFirstName)]
  if (one !== undefined && one.kind === other?.kind) return one.name
  return findNumberedKind(ours, theirs, place)?.name
}

const minTextWords = 3

/** Two messages on different matters. Those that differ in a word or two, or say opposites, may be what matters. */
export function areDifferentTexts(ours: string, theirs: string): boolean {
  const [a, b] = [[...contentOf(ours)], [...contentOf(theirs)]]
  return Math.min(a.length, b.length) >= minTextWords && shareOfWords(ours, theirs) < 0.5 && !haveOpposites(a, b)
}

/** The words that two texts share, of those of the longer. */
function shareOfWords(ours: string, theirs: string): number {
  const [a, b] = [contentOf(ours), contentOf(theirs)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, a.size, b.size)
}

const contentOf = (text: string): ReadonlySet<string> =>
  new Set(tokensOf(text, 'sentence').map((token) => token.text.toLowerCase()))

/**
 * Whether two wordings may say the same in other words. Those that are alike but for a word are not: the word was chosen
 * to tell them apart.
 */
export function mayBeParaphrases(ours: string, theirs: string): boolean {
  const [a, b] = [contentOf(ours), contentOf(theirs)]
  const [onlyOurs, onlyTheirs] = [[...a].filter((word) => !b.has(word)), [...b].filter((word) => !a.has(word))]
  if (onlyOurs.length === 0 && onlyTheirs.length === 0) return true
  const partsOfOurs = onlyOurs.flatMap(partsOf)
  const partsOfTheirs = onlyTheirs.flatMap(partsOf)
  if ([...partsOfOurs, ...partsOfTheirs].some((part) => isEnvironment(part) || isNegation(part) || /\d/.test(part))) {
    return false
  }
  if (haveOpposites(partsOfOurs, partsOfTheirs)) return false
  return shareOfWords(ours, theirs) < 0.5
}

const commandSeparators = new Set(['|', ';', '&', '(', '`'])
const runners = new Set(
  'sudo bash sh zsh fish python python3 node deno bun npx ruby perl php exec time nohup source env xargs pwsh'.split(
    ' ',
  ),
)

function placeOf(units: readonly Unit[], at: number, kind: 'command' | 'sentence'): Place {
  const before = units[at - 1]?.text
  const isCommand = kind === 'command'
  return {
    option: isCommand ? optionBefore(units, at) : undefined,
    before: before?.toLowerCase(),
    isFirst: before === undefined || (isCommand && (commandSeparators.has(before) || runners.has(before))),
    isCommand,
    program: isCommand ? units[0].text : undefined,
    isQuoted: units[at].isQuoted,
  }
}

/** Options of one letter, by their program. */
const shortOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docker: { t: 'tag', f: 'file', p: 'port', v: 'volume', e: 'env', n: 'lines' },
  podman: { t: 'tag', f: 'file', p: 'port', v: 'volume', e: 'env' },
  git: { m: 'message', am: 'message', c: 'branch', b: 'branch', a: 'version' },
  kubectl: { n: 'namespace', f: 'file', l: 'selector', c: 'container' },
  curl: { o: 'output', d: 'data', X: 'method', u: 'credentials', H: 'header' },
  ssh: { p: 'port', i: 'identity', L: 'forward' },
  ping: { c: 'count' },
  head: { n: 'lines' },
  tail: { n: 'lines' },
}

/** The name of the option or assignment whose value stands at this place, in words. */
function optionBefore(tokens: readonly Token[], at: number): string | undefined {
  const [one, two] = [tokens[at - 1]?.text, tokens[at - 2]?.text]
  if (one === undefined) return undefined
  const isOpeningQuote = one === '"' || one === "'"
  if (isOpeningQuote) return optionBefore(tokens, at - 1)
  if (one === '=' || one === ':') return two === undefined ? undefined : optionName(two, tokens)
  return isOption(one) ? optionName(one, tokens) : undefined
}

function optionName(written: string, tokens: readonly Token[]): string {
  const bare = written.replace(/^-+/, '')
  const program = tokens[0]?.text ?? ''
  return /^-[^-]/.test(written) ? (shortOptions[program]?.[bare] ?? bare) : bare
}

/** What the number counts or numbers: "port 8080", "100 shares", "50 g". Undefined when no noun stands beside it. */
function countedBy(units: readonly Unit[], at: number): string | undefined {
  const [before, after] = [units[at - 1]?.text.toLowerCase(), units[at + 1]?.text.toLowerCase()]
  const unit = unitNames[after ?? ''] ?? unitNames[units[at].text.toLowerCase().replace(/^[\d.,]+/, '')]
  if (unit !== undefined) return unit
  if (after !== undefined && /^\p{L}{3,}$/u.test(after) && !functionWords.has(after)) return after
  if (before !== undefined && at > 1 && /^\p{L}{3,}$/u.test(before) && !functionWords.has(before)) return before
  return undefined
}

const unitNames: Readonly<Record<string, string>> = {
  g: 'grams',
  kg: 'kilograms',
  ml: 'millilitres',
  l: 'litres',
  cm: 'centimetres',
  mm: 'millimetres',
  km: 'kilometres',
  '%': 'percent',
  '€': 'euros',
  ms: 'milliseconds',
  s: 'seconds',
  min: 'minutes',
  h: 'hours',
  d: 'days',
  '°': 'degrees',
  '°c': 'degrees',
}

const functionWords = new Set(
  `and for with from into onto over under than then that this per the are was until till about after before again between
  und mit von bis nach vor für auf aus bei als oder ist sind only exactly least most`.split(/\s+/),
)

/** Writes the placeholders of the differences into the text. */
export const generalise = (text: string, differences: readonly TextDifference[], bind: Placeholders['bind']): string =>
  withSpans(
    text,
    differences.map((difference) => ({ start: difference.start, length: difference.length, by: bind(difference) })),
  )
