import type { Slices } from '../slices.js'

/** Words without meaning. Far fewer than recall's stop words: "not", "from", "before" and "off" change the meaning. */
const articles: ReadonlySet<string> = new Set(['a', 'an', 'the'])
const politeness: ReadonlySet<string> = new Set(['please', 'kindly'])
/** Names when written in capitals in a text that is not all capitals. */
const acronymsThatAreWords: ReadonlySet<string> = new Set(['IT', 'US', 'WHO'])
/** A sentence that begins with one of these is a question even without a question mark. */
const questionWords: ReadonlySet<string> = new Set(
  `what who whom whose which when where why how is are was were am do does did can could should would will shall may has
  have had`.split(/\s+/),
)

const greeting = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there| all| everyone)?\s*[,!.]\s+/i
const leadingThanks = /^\s*(?:thanks|thank you)\s*[,!.]\s+/i
const trailingThanks =
  /([.!?,;])\s*(?:many )?(?:thanks|thank you)(?: so much| very much| a lot| in advance)?\s*(?:[.!]+\s*)?$/i

const invisible = /[\u00ad\u200b\ufeff]/g
const fullWidth = /[\uff01-\uff5e]/g
const apostrophes = /[’ʼ]/g
const minus = /[\u2212–—](?=\d)/g
// Quoted text is compared exactly.
const quoted = /`([^`]+)`|"([^"]+)"|[“„«]([^“”„«»]+)[”“»]|(?<=^|\s)'([^']+)'(?=$|[\s.,;:!?)])/gu
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}'
const scriptBorder = new RegExp(
  `(?<=[${unspaced}])(?=[\\p{Script=Latin}\\p{N}])|(?<=[\\p{Script=Latin}\\p{N}])(?=[${unspaced}])`,
  'gu',
)
const otherPunctuation = /[。、・「」『』【】《》]/g

const openers = /^[([{"'“”„«»‘…,;:!?.]+(?=.)/u
const closers = /(?<![.,;:!?…"'“”«»’])[.,;:!?…"'“”«»’]+$/u
const starred = /^(\*+)([^*]+)\1$/
const lettersAndSeparators = /^[\p{L}\p{M}]+(?:[-,;:!?()[\]…–—]+[\p{L}\p{M}']+)+$/u
const separators = /[-,;:!?()[\]…–—]+/u
const bullets = /^[-–—*•·|.…_]+$/u
const numberWithUnit = /^(\d+(?:[.,]\d+)*)(\p{L}+)$/u
const unit = /^[kmgtpunµ]?(?:i?b|bit|w|wh|hz|s|m|g|l|v|a|j|n|pa|bps)$/i
const endsInDigit = /\d$/
// A longer piece is no word and is compared as it is.
const maxPieceLength = 200
// Case matters in paths, identifiers, flags and code.
const exact = /[/\\_@#$=<>{}()[\]]|^-/
const negated = /^(.+)n't$/
const irregularNegation: Readonly<Record<string, string>> = { "can't": 'can', "won't": 'will', "shan't": 'shall' }

/** The text without everything that does not change its meaning. Equal only for texts with the same meaning. */
export function* canonicalWording(text: string): Slices<string> {
  const plain = normalised(text)
  yield
  const { words, firsts } = yield* significantWords(plain)
  if (words.length === 0) return `\0${plain.trim()}`
  const comparable = caseMatters(words, firsts) ? words : words.map(foldCase)
  return comparable.join('\0')
}

/** "Renamed getuser to getUser": case matters when two words of a text differ in case only. */
function caseMatters(words: readonly string[], firsts: ReadonlySet<number>): boolean {
  const forms = new Map<string, string>()
  return words.some((word, at) => {
    const lower = word.toLowerCase()
    // Any word has a capital at the start of a sentence.
    if (firsts.has(at) && word !== lower) return false
    const known = forms.get(lower) ?? word
    forms.set(lower, known)
    return known !== word
  })
}

function normalised(text: string): string {
  // Not NFKC, which would make 10² and 102 the same.
  const composed = text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(apostrophes, "'")
    .replace(minus, '-')
  const bare = composed.replace(greeting, '').replace(leadingThanks, '').replace(trailingThanks, '$1')
  return bare.trim() === '' ? composed : bare
}

/** A leading \u0001 marks words whose case matters; all others are compared in lower case. */
const exactly = (word: string): string => `\u0001${word}`
const foldCase = (word: string): string => (word.startsWith('\u0001') ? word : word.toLowerCase())

interface Words {
  readonly words: readonly string[]
  /** Indexes of the words that begin a sentence. */
  readonly firsts: ReadonlySet<number>
}

/** Pieces between two stops: about a millisecond. */
const piecesPerSlice = 500

function* significantWords(text: string): Slices<Words> {
  const words: string[] = []
  const firsts = new Set<number>()
  const isShouting = text === text.toUpperCase()
  let sentenceStart = 0
  let from = 0
  let read = 0
  function* readPlain(plain: string): Slices<void> {
    for (const piece of plain.replace(otherPunctuation, ' ').replace(scriptBorder, ' ').split(/\s+/)) {
      if (++read % piecesPerSlice === 0) yield
      if (piece === '') continue
      if (piece.length > maxPieceLength) {
        words.push(exactly(piece))
        continue
      }
      firsts.add(sentenceStart)
      words.push(...wordsOfPiece(piece, words.length > sentenceStart ? words.at(-1) : undefined, isShouting))
      const end = closers.exec(piece)?.[0] ?? ''
      if (!/[.!?]/.test(end)) continue
      if (end.includes('?') && !questionWords.has(words[sentenceStart]?.toLowerCase() ?? '')) words.push('?')
      sentenceStart = words.length
    }
  }
  for (const match of text.matchAll(quoted)) {
    yield* readPlain(text.slice(from, match.index))
    words.push(exactly(`"${match.slice(1).find((part) => part !== undefined)}`))
    from = match.index + match[0].length
  }
  yield* readPlain(text.slice(from))
  return { words, firsts }
}

/** A piece is delimited by white space; `previous` is the word before it in its sentence. */
function wordsOfPiece(piece: string, previous: string | undefined, isShouting: boolean): string[] {
  // A dash between words only separates them; after a number it may be a minus.
  if (piece === '-' && endsInDigit.test(previous ?? '')) return ['-']
  if (bullets.test(piece)) return []
  const bare = undecorated(piece)
  if (bare === '') return []
  if (lettersAndSeparators.test(bare))
    return bare.split(separators).flatMap((part) => wordsOfWord(part, previous, isShouting))
  const measure = numberWithUnit.exec(bare)
  if (measure) return [measure[1]!, ...wordsOfWord(measure[2]!, measure[1], isShouting)]
  return wordsOfWord(bare, previous, isShouting)
}

function undecorated(piece: string): string {
  let bare = piece.replace(closers, '')
  bare = starred.exec(bare)?.[2] ?? bare
  const lead = openers.exec(bare)?.[0] ?? ''
  // ".env" and ".5" keep their leading dot.
  const kept = lead.endsWith('.') && !lead.endsWith('..') ? lead.slice(0, -1) : lead
  bare = bare.slice(kept.length)
  if (/[)\]}]$/.test(bare) && !/[([{]/.test(bare)) bare = bare.replace(/(?<![)\]}])[)\]}]+$/, '')
  return bare.replace(closers, '')
}

function wordsOfWord(word: string, previous: string | undefined, isShouting: boolean): string[] {
  const lower = word.toLowerCase()
  // "Team A" names a team; "A team" does not.
  const isArticle = articles.has(lower) && (word !== 'A' || previous === undefined || isShouting)
  if (isArticle) return []
  if (politeness.has(lower) && previous?.toLowerCase() !== 'to') return []
  if (lower === 'cannot') return ['can', 'not']
  const negation = negated.exec(lower)
  if (negation) return [irregularNegation[lower] ?? negation[1]!, 'not']
  const isName = !isShouting && acronymsThatAreWords.has(word)
  const isUnit = unit.test(word) && endsInDigit.test(previous ?? '')
  return [isName || isUnit || word === 'A' || exact.test(word) ? exactly(word) : word]
}
