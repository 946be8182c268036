import type { Asked } from './asked.js'
import { askingSentences, isNeverAskedBack } from './asking.js'
import { type Mention, mentionsIn } from './mentions.js'
import { isContent, type Reading, type ReadSentence, read, textOf } from './reading.js'
import { type Reference, referencesIn } from './references.js'
import { saysNothing } from './too-little.js'

/** The question as it is understood. */
export interface Resolved {
  /** With its references replaced by what they mean. */
  readonly question: string
  readonly reading: Reading
  /** WPL2: what nothing said so far explains, and what it may mean if there is more than one. */
  readonly open: OpenReference | undefined
}

export interface OpenReference {
  readonly text: string
  readonly candidates: readonly string[]
}

const turnsBack = 3
const mostCandidates = 4

export const askAbout = ({ text, candidates }: OpenReference): string =>
  candidates.length < 2
    ? `What do you mean by "${text}"?`
    : `Which do you mean by "${text}": ${candidates.slice(0, -1).join(', ')} or ${candidates.at(-1)}?`

/** WPL2: one candidate antecedent = rewrite; none, or several alike = open. */
export async function resolve(asked: Asked): Promise<Resolved> {
  const reading = await read(asked.question)
  if (isNeverAskedBack(reading)) return { question: asked.question, reading, open: undefined }
  const mentions = mentionsIn(reading)
  const before = await earlierTexts(asked)
  const replacements: Replacement[] = []
  for (const sentence of askingSentences(reading)) {
    for (const reference of referencesOf(sentence)) {
      if (isExplainedWithin(reading.sentences.indexOf(sentence), sentence, mentions, reference)) continue
      const candidates = candidatesFor(reference, before)
      const open = { text: reference.text, candidates }
      const meant = candidates.length === 1 ? candidates[0]! : answerTo(open, asked)
      if (meant === undefined) return { question: asked.question, reading, open }
      replacements.push({ sentence, reference, meant })
    }
  }
  return { question: rewritten(asked.question, replacements), reading, open: undefined }
}

/** "Tell me more" and "And?" are about what was talked about. */
function referencesOf(sentence: ReadSentence): readonly Reference[] {
  const references = referencesIn(sentence)
  if (references.length > 0 || !saysNothing(sentence.words)) return references
  const text = textOf(sentence.words.filter(({ kind }) => kind !== 'mark'))
  return [{ text, means: 'talk', isPossessive: false, isPronoun: false, at: 0, length: 0 }]
}

/** What was answered when we asked just this. */
const answerTo = (open: OpenReference, { clarifications }: Asked): string | undefined =>
  clarifications.find(({ question }) => question === askAbout(open))?.answer

interface EarlierText {
  readonly reading: Reading
  readonly mentions: readonly Mention[]
}

/** What was said before, the likeliest place first: the newest turn, of it the question. */
async function earlierTexts({ turns, summary }: Asked): Promise<readonly EarlierText[]> {
  const texts = [
    ...turns
      .slice(-turnsBack)
      .toReversed()
      .flatMap(({ user, answer }) => [user, ...(answer === null ? [] : [answer])]),
    ...summary
      .toReversed()
      .slice(0, turnsBack)
      .map(({ asked }) => asked),
  ]
  const readings = await Promise.all(texts.map(read))
  return readings.map((reading) => ({ reading, mentions: mentionsIn(reading) }))
}

/** The first text with something that fits decides; what stands behind a preposition fits only where nothing else does. */
function candidatesFor(reference: Reference, before: readonly EarlierText[]): readonly string[] {
  if (reference.means === 'talk') {
    const talk = before.find(({ reading }) => isAboutSomething(reading))
    return talk === undefined ? [] : [talk.reading.text.trim()]
  }
  for (const { mentions } of before) {
    const certain = mentions.filter((mention) => fits(mention, reference))
    const fitting = certain.length > 0 ? certain : mentions.filter((mention) => mayBePerson(mention, reference))
    const direct = fitting.filter(({ isOblique }) => !isOblique)
    const names = distinct((direct.length > 0 ? direct : fitting).map(({ text }) => text))
    if (names.length === 0) continue
    return reference.means === 'several' ? [names.join(' and ')] : names.slice(0, mostCandidates)
  }
  return []
}

const isAboutSomething = ({ sentences }: Reading): boolean => sentences.some(({ words }) => words.some(isContent))

function fits({ isPerson, gender }: Mention, { means }: Reference): boolean {
  if (means === 'man') return isPerson && gender !== 'female'
  if (means === 'woman') return isPerson && gender !== 'male'
  return means === 'several' || !isPerson
}

function distinct(names: readonly string[]): readonly string[] {
  const keyOf = (name: string) => name.toLowerCase().replace(/^(?:the|a|an|my|our|your) /u, '')
  return names.filter((name, at) => names.findIndex((other) => keyOf(other) === keyOf(name)) === at)
}

const clauseStart =
  /^(?:if|when|whenever|after|before|because|while|since|that|who|which|and|so|but|then|once|until|unless|,|;|:|–|-)$/u

/**
 * "If the backup fails, who restarts it?" A pronoun means something earlier in the question if a new clause began
 * between; a possessive also within its clause.
 */
function isExplainedWithin(
  own: number,
  { words }: ReadSentence,
  mentions: readonly Mention[],
  reference: Reference,
): boolean {
  if (!reference.isPronoun) return false
  const stands = ({ sentence, at }: Mention): boolean => {
    if (sentence !== own) return sentence < own
    const between = words.slice(at, reference.at)
    return reference.isPossessive ? between.length > 0 : between.some(({ lower }) => clauseStart.test(lower))
  }
  return mentions.some((mention) => (fits(mention, reference) || mayBePerson(mention, reference)) && stands(mention))
}

/** A name that the tagger does not know may be a person's. */
const mayBePerson = ({ text, isPerson }: Mention, { means }: Reference): boolean =>
  !isPerson && (means === 'man' || means === 'woman') && /^\p{Lu}/u.test(text)

interface Replacement {
  readonly sentence: ReadSentence
  readonly reference: Reference
  readonly meant: string
}

function rewritten(question: string, replacements: readonly Replacement[]): string {
  const about = replacements.filter(({ reference }) => reference.means === 'talk').map(({ meant }) => meant)
  const words = replacements
    .filter(({ reference }) => reference.means !== 'talk')
    .map(({ sentence, reference: { at, length, isPossessive }, meant }) => {
      const [first, last] = [sentence.words[at]!, sentence.words[at + length - 1]!]
      return { from: first.start, to: last.start + last.text.length, text: isPossessive ? `${meant}'s` : meant }
    })
  const replaced = words
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), question)
  return [replaced, ...new Set(about)].join(' ')
}
