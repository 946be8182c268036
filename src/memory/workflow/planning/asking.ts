import { isCodeOrPath } from '../../consolidation/extraction/shapes.js'
import { isQuestion } from '../../recall/question.js'
import { withoutQuotes } from '../../recall/quotes.js'
import { isContent, type Reading, type ReadSentence, set } from './reading.js'

const askingWords =
  set(`what who whom whose which when where why how is are was were am do does did can could should would
  will shall may has have had any`)
const requests = set(`tell show give find list recommend suggest summarise summarize explain describe compare remind get
  look search fetch pick choose rank help repeat continue elaborate advise`)
/** They come before what is meant. */
const fillers = set('please ok okay so and but then well hey hi now also maybe')
/** What follows is to be kept. */
const keeping = set('remember note remind store save keep memo fyi todo')
const courtesies = set(
  'hello hi hey thanks thank cheers bye goodbye ok okay yes no yep nope sure great nice perfect cool',
)

const longestFragment = 3

/**
 * WPL1: what is never asked back: a statement to remember, a quoted text, an identifier, a file name. A question that
 * names a file or an identifier is as exact as it can be.
 */
export function isNeverAskedBack(reading: Reading): boolean {
  const words = reading.sentences.flatMap(({ words }) => words)
  if (!words.some(({ kind }) => kind !== 'mark')) return true
  return (
    isMostlyQuoted(reading.text) ||
    words.some(({ text, kind }) => kind === 'word' && isExact(text)) ||
    askingSentences(reading).length === 0
  )
}

/** The sentences that want something; the others only tell. */
export const askingSentences = ({ sentences, text }: Reading): readonly ReadSentence[] =>
  sentences.filter((sentence, at) => asks(sentence, at === sentences.length - 1 ? text : ''))

function asks({ words, isQuestion: hasMark }: ReadSentence, wholeIfLast: string): boolean {
  if (hasMark || isQuestion(wholeIfLast)) return true
  const first = words.find(({ kind, lower }) => kind === 'word' && !fillers.has(lower))
  if (first === undefined) return false
  if (/!\s*$/u.test(wholeIfLast)) return false
  const next = words[words.indexOf(first) + 1]?.lower
  // "Remind me what …" asks, "remind me to …" tells.
  if (first.lower === 'remind' && next === 'me') return words[words.indexOf(first) + 2]?.lower !== 'to'
  // "Do not forget …" is told, not asked.
  if (keeping.has(first.lower) || (first.lower === 'do' && next === 'not')) return false
  return askingWords.has(first.lower) || requests.has(first.lower) || isFragment(words, wholeIfLast)
}

/** "best laptop", "budget": keywords, as one types them into a search box. */
function isFragment(words: ReadSentence['words'], wholeIfLast: string): boolean {
  const plain = words.filter(({ kind }) => kind === 'word')
  if (plain.length > longestFragment || /[.!:]\s*$/u.test(wholeIfLast)) return false
  const isVerb = ({ tags }: ReadSentence['words'][number]) => tags.has('Verb') && !tags.has('Gerund')
  return plain.some(isContent) && !plain.some(isVerb) && !plain.every(({ lower }) => courtesies.has(lower))
}

/** Nothing of its own stands beside the quotation. */
function isMostlyQuoted(text: string): boolean {
  const own = withoutQuotes(text)
  return own.trim() !== text.trim() && !/[\p{L}\p{N}]/u.test(own)
}

/** A path, a file, a variable, a hash, a number of an order; no plain number and no product called Node.js. */
export function isExact(word: string): boolean {
  if (/^[\d.,:%-]+$/u.test(word) || /^\p{L}+[/&]\p{L}+$/u.test(word)) return false
  const isKey = /^(?=.*\p{L})[\p{L}\d]+(?:-[\p{L}\d]+)*-\d[\p{L}\d-]*$/u.test(word) && /^\p{Lu}|\d{3}/u.test(word)
  const isCamel = /^\p{Ll}+\p{Lu}\p{L}*$/u.test(word) && /\p{Lu}\p{Ll}/u.test(word) && word.length > 6
  return (
    isKey || isCamel || (isCodeOrPath(word) && !/^v?\d|^[@#]|%/u.test(word)) || /^(?=.*\d)[0-9a-f]{7,}$/iu.test(word)
  )
}
