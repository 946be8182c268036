import { isNoName } from '../consolidation/extraction/no-names.js'
import { stopWords } from '../recall/text/stop-words.js'
import type { Amount } from './amounts.js'
import type { ReadDate } from './dates.js'
import { type Span, trimmed } from './span.js'
import type { SentenceReading, TextReading } from './text-reading.js'

/** What a plain, stated sentence says of a subject, by its exact words; places are those in the whole text. */
export interface Fact {
  readonly subject: Span
  readonly attribute: Span
  readonly value: Amount | ReadDate
}

const name = '\\p{Lu}[\\p{L}\\p{M}.-]*(?: \\p{Lu}[\\p{L}\\p{M}-]*){0,2}'
const between = '(?: (?:is|was|are|were|will be|now|on|at|of|=))*'
// "Freya's first solo is on 12 December", and in the same sentence "Noor's on 19 December".
const owned = new RegExp(
  `(?:^|[\\s,(])(?<subject>${name})['’]s(?: (?<attribute>\\p{Ll}+(?: \\p{Ll}+){0,2}?))?${between}:? $`,
  'u',
)
// "Last day with us 17 July", said of whom the sentence before is about.
const unowned = new RegExp(
  `^(?:(?:his|her|their|the) )?(?<attribute>(?:first|last|final|next) \\p{Ll}+)(?: (?:with us|here|there))?${between}:? $`,
  'iu',
)
const subjectOf = new RegExp(`^(?:so |and |now )?(?<subject>${name})(?:['’]s \\p{Ll}+ing|['’]s got| \\p{Ll}+)\\b`, 'u')
const verb =
  /^(?:(?:has|have|had|is|was|will|gave|left|quit|got|goes|comes|came|went|starts|leaves|moves|joins)\b|\p{Ll}+ed\b)/u
// "Gideon's sheet says 7 months": no attribute of Gideon's.
const verbLast = /(?:ed|says|said|went|gave|got|took|made|wants|asks|pays|gets|costs?|kept|came|goes|runs)$/
const maxSentencesBack = 2
const maxBefore = 120

const conditional = /^(?:if|unless|when|once|should|suppose|maybe|perhaps|in case)\b/i

/** Whether a sentence says what is, and not what was asked, planned, denied, reported or might be. */
export const isStated = ({ text, mark, isOpen }: SentenceReading): boolean =>
  (mark === 'stated' || mark === 'filler') && !isOpen && !conditional.test(text)

/** The facts of a reading. Precision goes before coverage: what is not plainly said is none. */
export function factsIn(text: string, { sentences }: TextReading): readonly Fact[] {
  const facts: Fact[] = []
  for (const [place, sentence] of sentences.entries()) {
    if (!isStated(sentence)) continue
    for (const value of [...sentence.amounts, ...sentence.dates]) {
      const last = facts.at(-1)
      const isSame = last !== undefined && last.value.from >= sentence.from
      const said = ownedBefore(sentence, value, isSame ? last : undefined) ?? inheritedBefore(sentences, place, value)
      if (said !== undefined) facts.push({ ...said, value: { ...value, from: sentence.from + value.from } })
    }
  }
  return facts.filter(({ subject }) => isName(subject.text) && text.startsWith(subject.text, subject.from))
}

type Said = Pick<Fact, 'subject' | 'attribute'>

function ownedBefore(sentence: SentenceReading, value: Span, last: Fact | undefined): Said | undefined {
  const from = Math.max(0, value.from - maxBefore)
  const match = owned.exec(withoutPreposition(sentence.text, from, value))
  const { subject, attribute } = match?.groups ?? {}
  if (match === null || subject === undefined || verbLast.test(attribute ?? '')) return undefined
  const at = from + match.index + match[0].indexOf(subject)
  if (attribute === undefined) {
    return last === undefined
      ? undefined
      : { subject: { from: sentence.from + at, text: subject }, attribute: last.attribute }
  }
  const words = sentence.text.indexOf(attribute, at + subject.length)
  return {
    subject: { from: sentence.from + at, text: subject },
    attribute: { from: sentence.from + words, text: attribute },
  }
}

function inheritedBefore(sentences: readonly SentenceReading[], place: number, value: Span): Said | undefined {
  const sentence = sentences[place]!
  const { attribute } = unowned.exec(withoutPreposition(sentence.text, 0, value))?.groups ?? {}
  if (attribute === undefined) return undefined
  for (let back = place - 1; back >= Math.max(0, place - maxSentencesBack); back--) {
    const before = sentences[back]!
    const subject = subjectIn(before)
    if (subject === undefined) continue
    const at = sentence.text.indexOf(attribute)
    return { subject, attribute: { from: sentence.from + at, text: attribute } }
  }
  return undefined
}

/** Who a sentence is about: its first word, if that is a name before a verb. */
function subjectIn({ from, text }: SentenceReading): Span | undefined {
  const match = subjectOf.exec(text.slice(0, maxBefore))
  const subject = match?.groups?.subject
  if (match === null || subject === undefined) return undefined
  const at = match[0].indexOf(subject)
  const rest = text.slice(at + subject.length)
  if (!/^['’]s /.test(rest) && !verb.test(rest.trimStart())) return undefined
  return isName(subject)
    ? trimmed(text, at, at + subject.length).from === at
      ? { from: from + at, text: subject }
      : undefined
    : undefined
}

const isName = (text: string): boolean => !isNoName(text) && !stopWords('en').has(text.toLowerCase())

/** What stands before the value; a date may begin with its own "on the". */
const withoutPreposition = (text: string, from: number, value: Span): string => {
  const before = text.slice(from, value.from)
  return before === '' || before.endsWith(' ') ? before : `${before} `
}
