import { chineseNameAt } from './chinese-names.js'
import { findKnown, type KnownThing } from './gazetteer.js'
import { titles } from './name-cues.js'
import { isGenericAcronym, isNoName } from './no-names.js'
import { isFirstWord, isVerb, type Mention, mention, type Reading, surfaceOf, wordAt } from './reading.js'
import { camelCaseOf, isCodeOrPath, isEverydayCompound, isVersion, isWebsite, kebabType } from './shapes.js'
import type { Token } from './tokens.js'

const maxKnownTokens = 5
const connectors = /^(?:of|de|del|la|von|van|der|den|the|&)$/
const techNouns =
  /^(?:app|apps|server|servers|component|components|hook|hooks|worker|workers|code|crate|module|plugin|cluster|provider|pipeline|image|bindings|script|scripts|frontend|backend|query|queries|container|containers|cli|sdk|repo|channel|call|playbook|playbooks)$/

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

function projectAt(reading: Reading, at: number): Mention | undefined {
  const { project, sentence } = reading
  if (project === null || sentence.tokens[at]!.lower !== project) return undefined
  return mention(reading, at, at + 1, { name: project, type: 'PROJECT' })
}

function knownAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  for (let to = Math.min(at + maxKnownTokens, tokens.length); to > at; to--) {
    const span = tokens.slice(at, to)
    if (span.some(({ kind, isPossessive }, index) => kind === 'mark' || (isPossessive && index < span.length - 1)))
      continue
    const written = surfaceOf(span)
    const known = findKnown(written)
    if (known === undefined || !isNamedHere(reading, known, written, at, to)) continue
    const end = known.type === 'TOOL' && reading.trustsCapitals ? endOfProduct(reading, to) : to
    return mention(reading, at, end, end > to ? { type: 'TOOL' } : { name: known.name, type: known.type })
  }
  return undefined
}

/** "PyTorch Lightning", "Kafka Connect": a capitalised word right after a tool belongs to its name. */
function endOfProduct({ sentence: { tokens } }: Reading, from: number): number {
  let to = from
  const isPart = (token: Token | undefined) =>
    token !== undefined && canName(token) && findKnown(token.text) === undefined && !isGenericAcronym(token.text)
  while (!tokens[to - 1]!.isPossessive && isPart(tokens[to])) to++
  return to
}

/** Everyday words are names only in the listed spelling, and at the start of a sentence only before a verb or version. */
function isNamedHere(reading: Reading, { only }: KnownThing, written: string, at: number, to: number): boolean {
  if (only === undefined) return true
  const { tokens } = reading.sentence
  const next = tokens[to]
  if (next !== undefined && isVersion(next.text)) return true
  if (written !== only) return written === only.toLowerCase() && techNouns.test(wordAt(reading, to))
  if (!reading.trustsCapitals && only !== only.toUpperCase()) {
    return (
      techNouns.test(wordAt(reading, to)) || /^(?:in|mit|auf|nutzt|verwendet|using|with)$/.test(wordAt(reading, at - 1))
    )
  }
  return !isFirstWord(tokens, at) || (next !== undefined && (isVerb(reading, to) || techNouns.test(next.lower)))
}

function shapeAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  const token = tokens[at]!
  const isBareSubject = isFirstWord(tokens, at) && isVerb(reading, at + 1)
  const kebab = kebabType(token.text, wordAt(reading, at - 1), wordAt(reading, at + 1), isBareSubject)
  if (kebab !== undefined) return mention(reading, at, at + 1, { type: kebab })
  if (isCodeOrPath(token.text)) return undefined
  if (camelCaseOf(token.text) === 'component') return mention(reading, at, at + 1, { type: 'CONCEPT' })
  if (isWebsite(token.text)) return mention(reading, at, at + 1, { type: 'TOOL' })
  return undefined
}

function capitalsAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  if (!canName(tokens[at]!) || !(reading.trustsCapitals || isSurelyNamed(reading, at))) return undefined
  const isFirst = isFirstWord(tokens, at)
  // "Watched Spirited Away", "The Hague": a first word that is no noun is not part of the name.
  if (isFirst && isNoNoun(reading, at)) return undefined
  let to = at + 1
  while (to < tokens.length && !tokens[to - 1]!.isPossessive) {
    const joined = nameAfterConnectors(tokens, to)
    if (joined !== undefined) to = joined
    else if (canName(tokens[to]!) && reading.trustsCapitals && !startsKnown(reading, to)) to++
    else break
  }
  // "Dr. Okafor" is Okafor, "Project Aurora" is Aurora.
  if (to - at > 1 && titles.has(tokens[at]!.lower)) return mention(reading, at + 1, to, { type: 'PERSON' })
  if (to - at > 1 && /^proje[ck]t$/i.test(tokens[at]!.lower)) return mention(reading, at + 1, to, { type: 'PROJECT' })
  if (to - at === 1 && (isGenericAcronym(tokens[at]!.text) || camelCaseOf(tokens[at]!.text) === 'failure'))
    return undefined
  // "Fixed. THE end": a single capitalised word that is no noun.
  if (to - at === 1 && isNoNoun(reading, at)) return undefined
  return mention(reading, at, to, { isDoubtful: isFirst && to - at === 1 })
}

/** "Lord *of the* Rings": the position after the next name, or undefined when none follows. "The" alone is no connector. */
function nameAfterConnectors(tokens: readonly Token[], from: number): number | undefined {
  let at = from
  while (at < tokens.length && at < from + 2 && connectors.test(tokens[at]!.lower) && !tokens[at]!.isCapital) at++
  const isJoined = at > from && tokens[from]!.lower !== 'the' && at < tokens.length && canName(tokens[at]!)
  return isJoined ? at + 1 : undefined
}

const introducing = /^(?:herr|frau|dr|prof|projekt|app|firma|bei|projet|société|proyecto|empresa)$/

/** For texts whose capitals mark no names: a known first name or place, or a name after an introducing word. */
function isSurelyNamed({ sentence, tags }: Reading, at: number): boolean {
  const found = tags(sentence.tokens[at]!.start)
  return found.has('FirstName') || found.has('Place') || introducing.test(sentence.tokens[at - 1]?.lower ?? '')
}

/** "our Supabase Postgres": a known name does not become part of the name before it. */
const startsKnown = (reading: Reading, at: number): boolean => knownAt(reading, at) !== undefined

/** Words that somebody shouts: in capitals, and no name. */
const shouted =
  /^(?:NOT|NO|NEVER|STOP|BEFORE|AFTER|MUST|ONLY|NOW|ALL|YES|VERY|ALWAYS|DO|DONT|SIGNED|DONE|URGENT|IMPORTANT|AGAIN|STILL|FIVE|TWO|THREE)$/

function canName({ kind, text, isCapital }: Token): boolean {
  return (
    kind === 'word' &&
    isCapital &&
    text.length > 1 &&
    !isNoName(text) &&
    !shouted.test(text) &&
    !isCodeOrPath(text) &&
    !isEverydayCompound(text)
  )
}

const noNoun =
  /^(?:Verb|Pronoun|Determiner|Preposition|Conjunction|Adverb|QuestionWord|Expression|Adjective|Value|Date|Gerund|Infinitive)$/

function isNoNoun({ sentence, tags }: Reading, at: number): boolean {
  const found = tags(sentence.tokens[at]!.start)
  if (found.has('ProperNoun') || found.has('Person')) return false
  for (const tag of found) if (noNoun.test(tag)) return true
  return false
}
