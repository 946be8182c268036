import { isCodeOrPath } from '../../consolidation/extraction/shapes.js'
import { isQuestion } from '../../recall/query/question.js'
import { withoutQuotes } from '../../recall/text/quotes.js'
import { wordSet } from '../../workspace/phrases.js'
import { isContent, type ParsedSentence, type ParsedText } from './parse-text.js'

const askingWords =
  wordSet(`what who whom whose which when where why how is are was were am do does did can could should would
  will shall may has have had any`)
const requests =
  wordSet(`tell show give find list recommend suggest summarise summarize explain describe compare remind get
  look search fetch pick choose rank help repeat continue elaborate advise`)
/** Words that may open a sentence before its first meaningful word. */
const fillers = wordSet('please ok okay so and but then well hey hi now also maybe')
/** Words that announce a statement to store. */
const noteVerbs = wordSet('remember note remind store save keep memo fyi todo')
const courtesies = wordSet(
  'hello hi hey thanks thank cheers bye goodbye ok okay yes no yep nope sure great nice perfect cool',
)

const maxFragmentWords = 3

/**
 * WPL1: the server asks no clarification for a statement to remember, a quoted text, an identifier or a file name. A
 * question that names a file or an identifier is already exact.
 */
export function skipsClarification(parsed: ParsedText): boolean {
  const words = parsed.sentences.flatMap(({ words }) => words)
  if (!words.some(({ kind }) => kind !== 'mark')) return true
  return (
    isMostlyQuoted(parsed.text) ||
    words.some(({ text, kind }) => kind === 'word' && isIdentifier(text)) ||
    askingSentences(parsed).length === 0
  )
}

/** The sentences that ask or request something; the others are statements. */
export const askingSentences = ({ sentences, text }: ParsedText): readonly ParsedSentence[] =>
  sentences.filter((sentence, at) => isAsking(sentence, at === sentences.length - 1 ? text : ''))

function isAsking({ words, isQuestion: hasMark }: ParsedSentence, wholeIfLast: string): boolean {
  if (hasMark || isQuestion(wholeIfLast)) return true
  const first = words.find(({ kind, lower }) => kind === 'word' && !fillers.has(lower))
  if (first === undefined) return false
  if (/!\s*$/u.test(wholeIfLast)) return false
  const next = words[words.indexOf(first) + 1]?.lower
  // "Remind me what …" asks, "remind me to …" states.
  if (first.lower === 'remind' && next === 'me') return words[words.indexOf(first) + 2]?.lower !== 'to'
  // "Do not forget …" is a statement.
  if (noteVerbs.has(first.lower) || (first.lower === 'do' && next === 'not')) return false
  return askingWords.has(first.lower) || requests.has(first.lower) || isFragment(words, wholeIfLast)
}

/** "best laptop", "budget": keywords, as in a search box. */
function isFragment(words: ParsedSentence['words'], wholeIfLast: string): boolean {
  const plain = words.filter(({ kind }) => kind === 'word')
  if (plain.length > maxFragmentWords || /[.!:]\s*$/u.test(wholeIfLast)) return false
  const isVerb = ({ tags }: ParsedSentence['words'][number]) => tags.has('Verb') && !tags.has('Gerund')
  return plain.some(isContent) && !plain.some(isVerb) && !plain.every(({ lower }) => courtesies.has(lower))
}

/** The text has no letters or digits outside its quotations. */
function isMostlyQuoted(text: string): boolean {
  const own = withoutQuotes(text)
  return own.trim() !== text.trim() && !/[\p{L}\p{N}]/u.test(own)
}

/** A path, a file, a variable, a hash or an order number; not a plain number, and not a product such as Node.js. */
export function isIdentifier(word: string): boolean {
  if (/^[\d.,:%-]+$/u.test(word) || /^\p{L}+[/&]\p{L}+$/u.test(word)) return false
  const isKey = /^(?=.*\p{L})[\p{L}\d]+(?:-[\p{L}\d]+)*-\d[\p{L}\d-]*$/u.test(word) && /^\p{Lu}|\d{3}/u.test(word)
  const isCamel = /^\p{Ll}+\p{Lu}\p{L}*$/u.test(word) && /\p{Lu}\p{Ll}/u.test(word) && word.length > 6
  return (
    isKey || isCamel || (isCodeOrPath(word) && !/^v?\d|^[@#]|%/u.test(word)) || /^(?=.*\d)[0-9a-f]{7,}$/iu.test(word)
  )
}
