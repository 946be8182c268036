import { loadTagger } from '../../consolidation/extraction/tagger.js'
import { sentencesOf, type Token } from '../../consolidation/extraction/tokens.js'
import { withoutQuotes } from '../../recall/quotes.js'
import { stopWords } from '../../recall/stop-words.js'

export interface ReadWord extends Token {
  /** Parts of speech. */
  readonly tags: ReadonlySet<string>
}

export interface ReadSentence {
  readonly words: readonly ReadWord[]
  readonly isQuestion: boolean
}

/** A text taken apart, without what it quotes. */
export interface Reading {
  readonly text: string
  readonly sentences: readonly ReadSentence[]
}

/** Of a longer text the beginning is read: tagging costs a millisecond a sentence. */
const longestRead = 2000
export async function read(text: string): Promise<Reading> {
  const plain = withoutQuotes(text.slice(0, longestRead))
  const tags = (await loadTagger())(plain)
  const sentences = sentencesOf(plain).map(({ tokens, isQuestion }) => ({
    isQuestion,
    words: tokens.map((token) => ({ ...token, tags: tags(token.start) })),
  }))
  return { text, sentences }
}

export const isNoun = ({ tags, kind }: ReadWord): boolean =>
  kind === 'word' && tags.has('Noun') && !tags.has('Pronoun') && !tags.has('Possessive')

/** Says something of its own. */
export const isContent = ({ kind, lower }: Token): boolean =>
  kind === 'unspaced' || (kind === 'word' && !stopWords('en').has(lower))

export const textOf = (words: readonly Token[]): string => words.map(({ text }) => text).join(' ')

export const lowerOf = (words: readonly Token[]): string => words.map(({ lower }) => lower).join(' ')

export const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const prepositions = set(`about above across after against along among around as at before behind below beside
  between beyond by despite during for from in inside into like near of off on onto outside over past per regarding since
  through to toward towards under until upon via with within without`)

export const determiners = set('the a an my our your his her its their this that these those some any each every no')

export const subjects = set('i you he she we they it')
