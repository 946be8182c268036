import { askingSentences, skipsClarification } from './asking.js'
import { type Mention, mentionsIn } from './mentions.js'
import { isContent, type ParsedSentence, type ParsedText, parseText, textOf } from './parse-text.js'
import type { PlanningInput } from './planning-input.js'
import { type Reference, referencesIn } from './references.js'
import { hasNoContent } from './vague-question.js'

/** A question whose references are resolved. */
export interface Resolved {
  /** The question with its references replaced by what they refer to. */
  readonly question: string
  readonly parsed: ParsedText
  /** WPL2: the first reference that the conversation does not explain, with its candidates. */
  readonly open: OpenReference | undefined
}

export interface OpenReference {
  readonly text: string
  readonly candidates: readonly string[]
}

const maxTurnsBack = 3
const maxCandidates = 4

export const askAbout = ({ text, candidates }: OpenReference): string =>
  candidates.length < 2
    ? `What do you mean by "${text}"?`
    : `Which do you mean by "${text}": ${candidates.slice(0, -1).join(', ')} or ${candidates.at(-1)}?`

/** WPL2: a reference with one candidate antecedent is replaced; with none or several it stays open. */
export async function resolve(input: PlanningInput): Promise<Resolved> {
  const parsed = await parseText(input.question)
  if (skipsClarification(parsed)) return { question: input.question, parsed, open: undefined }
  const mentions = mentionsIn(parsed)
  const before = await earlierTexts(input)
  const replacements: Replacement[] = []
  for (const sentence of askingSentences(parsed)) {
    for (const reference of referencesOf(sentence)) {
      if (isExplainedWithin(parsed.sentences.indexOf(sentence), sentence, mentions, reference)) continue
      const candidates = candidatesFor(reference, before)
      const open = { text: reference.text, candidates }
      const meant = candidates.length === 1 ? candidates[0]! : answerTo(open, input)
      if (meant === undefined) return { question: input.question, parsed, open }
      replacements.push({ sentence, reference, meant })
    }
  }
  return { question: rewriteQuestion(input.question, replacements), parsed, open: undefined }
}

/** "Tell me more" and "And?" refer to the topic of the conversation. */
function referencesOf(sentence: ParsedSentence): readonly Reference[] {
  const references = referencesIn(sentence)
  if (references.length > 0 || !hasNoContent(sentence.words)) return references
  const text = textOf(sentence.words.filter(({ kind }) => kind !== 'mark'))
  return [{ text, means: 'talk', isPossessive: false, isPronoun: false, at: 0, length: 0 }]
}

/** The user's answer to the clarification question for this reference. */
const answerTo = (open: OpenReference, { clarifications }: PlanningInput): string | undefined =>
  clarifications.find(({ question }) => question === askAbout(open))?.answer

interface EarlierText {
  readonly parsed: ParsedText
  readonly mentions: readonly Mention[]
}

/** Earlier texts, likeliest first: the newest turn before older ones, its question before its answer. */
async function earlierTexts({ turns, summary }: PlanningInput): Promise<readonly EarlierText[]> {
  const texts = [
    ...turns
      .slice(-maxTurnsBack)
      .toReversed()
      .flatMap(({ user, answer }) => [user, ...(answer === null ? [] : [answer])]),
    ...summary
      .toReversed()
      .slice(0, maxTurnsBack)
      .map(({ asked }) => asked),
  ]
  const parsedTexts = await Promise.all(texts.map(parseText))
  return parsedTexts.map((parsed) => ({ parsed, mentions: mentionsIn(parsed) }))
}

/** The first text with a fitting mention decides; a mention after a preposition counts only if no other fits. */
function candidatesFor(reference: Reference, before: readonly EarlierText[]): readonly string[] {
  if (reference.means === 'talk') {
    const talk = before.find(({ parsed }) => isAboutSomething(parsed))
    return talk === undefined ? [] : [talk.parsed.text.trim()]
  }
  for (const { mentions } of before) {
    const certain = mentions.filter((mention) => fits(mention, reference))
    const fitting = certain.length > 0 ? certain : mentions.filter((mention) => mayBePerson(mention, reference))
    const direct = fitting.filter(({ isOblique }) => !isOblique)
    const names = distinct((direct.length > 0 ? direct : fitting).map(({ text }) => text))
    if (names.length === 0) continue
    return reference.means === 'several' ? [names.join(' and ')] : names.slice(0, maxCandidates)
  }
  return []
}

const isAboutSomething = ({ sentences }: ParsedText): boolean => sentences.some(({ words }) => words.some(isContent))

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
 * "If the backup fails, who restarts it?" A pronoun refers to an earlier mention of the question if a new clause begins
 * between them; a possessive may also refer to one in its own clause.
 */
function isExplainedWithin(
  own: number,
  { words }: ParsedSentence,
  mentions: readonly Mention[],
  reference: Reference,
): boolean {
  if (!reference.isPronoun) return false
  const precedes = ({ sentence, at }: Mention): boolean => {
    if (sentence !== own) return sentence < own
    const between = words.slice(at, reference.at)
    return reference.isPossessive ? between.length > 0 : between.some(({ lower }) => clauseStart.test(lower))
  }
  return mentions.some((mention) => (fits(mention, reference) || mayBePerson(mention, reference)) && precedes(mention))
}

/** A capitalised name that the tagger does not know may be a person. */
const mayBePerson = ({ text, isPerson }: Mention, { means }: Reference): boolean =>
  !isPerson && (means === 'man' || means === 'woman') && /^\p{Lu}/u.test(text)

interface Replacement {
  readonly sentence: ParsedSentence
  readonly reference: Reference
  readonly meant: string
}

function rewriteQuestion(question: string, replacements: readonly Replacement[]): string {
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
