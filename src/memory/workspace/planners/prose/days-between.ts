import type { ReadDate } from '../../../reading/dates.js'
import type { SentenceReading } from '../../../reading/text-reading.js'
import { dayMs } from '../../../time.js'
import { toKey, wordsIn } from '../../phrases.js'
import {
  findMentions,
  hasWords,
  type ProseAnswer,
  type ProseQuestion,
  type ProseWalk,
  type ReadMemory,
} from './read-memory.js'

const name = '\\p{Lu}[\\p{L}\\p{M}-]*'
const event = '\\p{Ll}+(?: \\p{Ll}+)?'
const forms: readonly RegExp[] = [
  `^[Hh]ow many days (?:lay |lie |are |were |passed |is |was )?(?:there )?between (?<a>${name})['’]s (?<first>${event}) and (?<b>${name})['’]s(?: (?<second>${event}))?$`,
  `^[Hh]ow many days after (?<b>${name})['’]s (?<first>${event}) (?:was|is) (?<a>${name})['’]s(?: (?<second>${event}))?$`,
].map((form) => new RegExp(form, 'u'))
const moved =
  /\b(?:moved|postponed|brought forward|put off|later|earlier|instead|until|till|stays?|stayed|longer|extended|delayed|after all|not|never|no|cancelled|changed|again)\b/i

/** How many days lie between what happens to two who are named. */
export function* computeDaysBetween({ text }: ProseQuestion): ProseWalk<ProseAnswer | undefined> {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined)
  const { a, b, first, second } = groups ?? {}
  if (a === undefined || b === undefined || first === undefined) return undefined
  const isAfter = /^how many days after/i.test(text)
  const [ofA, ofB] = isAfter ? [second ?? first, first] : [first, second ?? first]
  const left = yield* findDate(a, completed(ofA, ofB))
  const right = yield* findDate(b, completed(ofB, ofA))
  if (left === undefined || right === undefined) return undefined
  const days = (isAfter ? left.date.first - right.date.first : Math.abs(left.date.first - right.date.first)) / dayMs
  if (days < 0) return undefined
  return { answer: String(days), operation: 'days between', used: [...new Set([left.memory, right.memory])] }
}

/** "Priya's last day and Lotte's first": the noun of the other. */
function completed(words: string, other: string): readonly string[] {
  const own = wordsIn(words).map(({ key }) => key)
  const noun = wordsIn(other).at(-1)?.key
  return own.length === 1 && /^(?:first|last|next|final)$/.test(own[0]!) && noun !== undefined ? [...own, noun] : own
}

/** The only date of this that any memory gives, if none tells of a change. */
function* findDate(
  who: string,
  attribute: readonly string[],
): ProseWalk<{ readonly date: ReadDate; readonly memory: ReadMemory } | undefined> {
  const mentions = yield* findMentions([toKey(who)])
  const found = (mentions ?? []).flatMap((memory) =>
    memory.saidAs !== null
      ? []
      : memory.facts.flatMap(({ subject, attribute: said, value }) =>
          'first' in value && toKey(subject.text) === toKey(who) && isSame(said.text, attribute)
            ? [{ date: value, memory }]
            : [],
        ),
  )
  const [only] = found
  if (only === undefined || new Set(found.map(({ date }) => date.first)).size > 1) return undefined
  if (!only.date.isCertain || only.date.first !== only.date.last) return undefined
  const isChanged = (mentions ?? []).some(
    (memory) =>
      memory.at > only.memory.at &&
      memory.reading.sentences.some((sentence) => tellsOfChange(sentence, who, attribute)),
  )
  return isChanged ? undefined : only
}

const tellsOfChange = ({ text, dates }: SentenceReading, who: string, attribute: readonly string[]): boolean =>
  hasWords(text, [toKey(who)]) && moved.test(text) && (dates.length > 0 || hasWords(text, attribute.slice(-1)))

const isSame = (said: string, wanted: readonly string[]): boolean =>
  wordsIn(said).length === wanted.length && hasWords(said, wanted)
