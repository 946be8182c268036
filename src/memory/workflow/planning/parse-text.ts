import { loadTagger } from '../../consolidation/extraction/tagger.js'
import { sentencesOf, type Token } from '../../consolidation/extraction/tokens.js'
import { withoutQuotes } from '../../recall/text/quotes.js'
import { stopWords } from '../../recall/text/stop-words.js'
import { wordSet } from '../../workspace/phrases.js'

export interface TaggedWord extends Token {
  /** Parts of speech. */
  readonly tags: ReadonlySet<string>
}

export interface ParsedSentence {
  readonly words: readonly TaggedWord[]
  readonly isQuestion: boolean
}

/** A text as tagged sentences, without its quotations. */
export interface ParsedText {
  readonly text: string
  readonly sentences: readonly ParsedSentence[]
}

/** Only the beginning of a longer text is parsed: tagging costs a millisecond per sentence. */
const maxParsedCharacters = 2000
export async function parseText(text: string): Promise<ParsedText> {
  const plain = withoutQuotes(text.slice(0, maxParsedCharacters))
  const tags = (await loadTagger())(plain)
  const sentences = sentencesOf(plain).map(({ tokens, isQuestion }) => ({
    isQuestion,
    words: tokens.map((token) => ({ ...token, tags: tags(token.start) })),
  }))
  return { text, sentences }
}

export const isNoun = ({ tags, kind }: TaggedWord): boolean =>
  kind === 'word' && tags.has('Noun') && !tags.has('Pronoun') && !tags.has('Possessive')

/** A word that is not a stop word. */
export const isContent = ({ kind, lower }: Token): boolean =>
  kind === 'unspaced' || (kind === 'word' && !stopWords('en').has(lower))

export const textOf = (words: readonly Token[]): string => words.map(({ text }) => text).join(' ')

export const lowerOf = (words: readonly Token[]): string => words.map(({ lower }) => lower).join(' ')

export const prepositions =
  wordSet(`about above across after against along among around as at before behind below beside
  between beyond by despite during for from in inside into like near of off on onto outside over past per regarding since
  through to toward towards under until upon via with within without`)

export const determiners = wordSet(
  'the a an my our your his her its their this that these those some any each every no',
)

export const subjects = wordSet('i you he she we they it')
