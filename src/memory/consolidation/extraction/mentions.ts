import type { NamedType } from './extraction.js'
import { findKnown, type KnownThing } from './gazetteer.js'
import { chineseNameAt } from './chinese-names.js'
import { isGenericAcronym, isNoName } from './no-names.js'
import { titles } from './name-cues.js'
import { camelCaseOf, isCodeOrPath, isVersion, kebabType } from './shapes.js'
import type { Tags } from './tagger.js'
import type { Sentence, Token } from './tokens.js'

/** A name in a sentence: its tokens `from` up to, but not, `to`. */
export interface Mention {
  readonly from: number
  readonly to: number
  readonly surface: string
  readonly name: string
  /** Undefined until what is said about it has been looked at. */
  readonly type: NamedType | undefined
  /** True for a capital that only begins the sentence: it needs a better reason. */
  readonly isDoubtful: boolean
}

export interface Reading {
  readonly sentence: Sentence
  readonly tags: Tags
  /** The context's project, lower case: in the text it may be an everyday word. */
  readonly project: string | null
  /** False for headlines and languages that capitalise more than names. */
  readonly trustsCapitals: boolean
  readonly language: string
}

const longestKnown = 5
const connectors = /^(?:of|de|del|la|von|van|der|den|&)$/
const techNouns =
  /^(?:app|apps|server|servers|component|components|hook|hooks|worker|workers|code|crate|module|plugin|cluster|provider|pipeline|image|bindings|script|scripts|frontend|backend|query|queries|container|containers|cli|sdk|repo|channel|call|playbook|playbooks)$/
const determiner = /^(?:the|an?|our|its|his|her|their|my|your|all|every|each)$/
const finite = /^(?:Verb|Copula|Modal|Auxiliary|PastTense|PresentTense)$/

export function findMentions(reading: Reading): Mention[] {
  const { tokens } = reading.sentence
  const mentions: Mention[] = []
  let at = 0
  while (at < tokens.length) {
    const mention = mentionAt(reading, at)
    if (mention !== undefined) mentions.push(mention)
    at = mention?.to ?? at + 1
  }
  return mentions
}

function mentionAt(reading: Reading, at: number): Mention | undefined {
  const { kind } = reading.sentence.tokens[at]!
  if (kind === 'mark') return undefined
  if (kind === 'unspaced') return knownAt(reading, at) ?? chineseNameAt(reading, at)
  return projectAt(reading, at) ?? knownAt(reading, at) ?? shapeAt(reading, at) ?? capitalsAt(reading, at)
}

export function mention(reading: Reading, from: number, to: number, more: Partial<Mention>): Mention {
  const surface = surfaceOf(reading.sentence.tokens.slice(from, to))
  return { from, to, surface, name: surface, type: undefined, isDoubtful: false, ...more }
}

const surfaceOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join('')

function projectAt(reading: Reading, at: number): Mention | undefined {
  const { project, sentence } = reading
  if (project === null || sentence.tokens[at]!.lower !== project) return undefined
  return mention(reading, at, at + 1, { name: project, type: 'PROJECT' })
}

function knownAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  for (let to = Math.min(at + longestKnown, tokens.length); to > at; to--) {
    const span = tokens.slice(at, to)
    if (span.some(({ kind, isPossessive }, index) => kind === 'mark' || (isPossessive && index < span.length - 1))) continue
    const written = surfaceOf(span)
    const known = findKnown(written)
    if (known === undefined || !isNamedHere(reading, known, written, at, to)) continue
    return mention(reading, at, to, { name: known.name, type: known.type })
  }
  return undefined
}

/** Everyday words are names only as spelled in the list, and at the start of a sentence only before a verb or version. */
function isNamedHere(reading: Reading, { only }: KnownThing, written: string, at: number, to: number): boolean {
  if (only === undefined) return true
  const { tokens } = reading.sentence
  const next = tokens[to]
  if (next !== undefined && isVersion(next.text)) return true
  if (written !== only) return written === only.toLowerCase() && techNouns.test(next?.lower ?? '')
  if (!reading.trustsCapitals && only !== only.toUpperCase()) {
    return techNouns.test(next?.lower ?? '') || /^(?:in|mit|auf|von|nutzt|verwendet|using|with)$/.test(tokens[at - 1]?.lower ?? '')
  }
  return !isFirstWord(tokens, at) || (next !== undefined && (isVerb(reading, to) || techNouns.test(next.lower)))
}

export function isFirstWord(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(0, at).every(({ kind }) => kind === 'mark')
}

export function isVerb({ sentence, tags }: Reading, at: number): boolean {
  const token = sentence.tokens[at]
  if (token === undefined || token.kind !== 'word') return false
  for (const tag of tags(token.start)) if (finite.test(tag)) return true
  // Taken for a noun or adjective: "Replaced X by Y", "Argo CD syncs the manifests".
  if (/ed$/.test(token.lower)) return isFirstWord(sentence.tokens, at) && tags(token.start).size > 0
  if (!/[^s]s$/.test(token.lower) || !determiner.test(sentence.tokens[at + 1]?.lower ?? '')) return false
  const before = sentence.tokens[at - 1]
  return before !== undefined && before.isCapital && tags(token.start).size > 0
}

function shapeAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  const token = tokens[at]!
  const before = tokens[at - 1]?.lower ?? ''
  const after = tokens[at + 1]?.lower ?? ''
  const kebab = kebabType(token.text, before, after, isFirstWord(tokens, at) && isVerb(reading, at + 1))
  if (kebab !== undefined) return mention(reading, at, at + 1, { type: kebab })
  if (isCodeOrPath(token.text)) return undefined
  if (camelCaseOf(token.text) === 'component') return mention(reading, at, at + 1, { type: 'CONCEPT' })
  if (/^\p{L}[\p{L}\p{N}]*\.(?:js|io|ai|dev|net)$/u.test(token.text)) return mention(reading, at, at + 1, { type: 'TOOL' })
  return undefined
}

function capitalsAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  if (!canName(tokens[at]!) || !(reading.trustsCapitals || isSurelyNamed(reading, at))) return undefined
  const isFirst = isFirstWord(tokens, at)
  // "Watched Spirited Away", "The Hague": a first word that is no noun only begins the sentence.
  if (isFirst && isNoNoun(reading, at)) return undefined
  let to = at + 1
  while (to < tokens.length && !tokens[to - 1]!.isPossessive) {
    const isJoined = connectors.test(tokens[to]!.lower) && to + 1 < tokens.length && canName(tokens[to + 1]!)
    if (isJoined) to += 2
    else if (canName(tokens[to]!) && reading.trustsCapitals && !startsKnown(reading, to)) to++
    else break
  }
  // "Dr. Okafor" is Okafor, "Project Aurora" is Aurora.
  if (to - at > 1 && titles.has(tokens[at]!.lower)) return mention(reading, at + 1, to, { type: 'PERSON' })
  if (to - at > 1 && /^proje[ck]t$/i.test(tokens[at]!.lower)) return mention(reading, at + 1, to, { type: 'PROJECT' })
  if (to - at === 1 && (isGenericAcronym(tokens[at]!.text) || camelCaseOf(tokens[at]!.text) === 'failure')) return undefined
  return mention(reading, at, to, { isDoubtful: isFirst && to - at === 1 })
}

const introducing = /^(?:herr|frau|dr|prof|projekt|app|firma|bei|projet|société|proyecto|empresa)$/

/** Where capitals say little: a known first name or place, or a word that introduces a name. */
function isSurelyNamed({ sentence, tags }: Reading, at: number): boolean {
  const found = tags(sentence.tokens[at]!.start)
  return found.has('FirstName') || found.has('Place') || introducing.test(sentence.tokens[at - 1]?.lower ?? '')
}

/** "our Supabase Postgres": a known name is not swallowed by the name before it. */
const startsKnown = (reading: Reading, at: number): boolean => knownAt(reading, at) !== undefined

function canName({ kind, text, isCapital }: Token): boolean {
  return kind === 'word' && isCapital && text.length > 1 && !isNoName(text) && !isCodeOrPath(text)
}

const noNoun = /^(?:Verb|Pronoun|Determiner|Preposition|Conjunction|Adverb|QuestionWord|Expression|Adjective|Value|Date|Gerund|Infinitive)$/

function isNoNoun({ sentence, tags }: Reading, at: number): boolean {
  const found = tags(sentence.tokens[at]!.start)
  if (found.has('ProperNoun') || found.has('Person')) return false
  for (const tag of found) if (noNoun.test(tag)) return true
  return false
}
