import { readSentence, type SentenceMark } from '../recall/text/sentence-mark.js'
import { type Span, trimmed } from './span.js'

/** A sentence and how it is said: stated, planned, asked, denied, reported (REC18). */
export interface MarkedSentence extends Span {
  readonly mark: SentenceMark
  /** Leaves open what the sentences before it say: "Nothing signed yet." */
  readonly isOpen: boolean
  /** Rejects what the sentences before it say. */
  readonly isRebuttal: boolean
}

const end = /\n|[.!?…。！？]["'”»)]{0,3}(?=\s)|[。！？]/gu
const abbreviated = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|nos|vs|approx|incl|ca|inc|ltd|e\.g|i\.e|\p{L})\.$/iu
/** No person writes longer sentences; what is read of one has a bounded price. */
const maxCharacters = 500

/** The sentences in their order; a text without stops is cut between words. */
export function* sentencesOf(whole: string): Generator<MarkedSentence> {
  let from = 0
  for (const { index, 0: sign } of whole.matchAll(end)) {
    const to = index + sign.length
    if (sign === '.' && abbreviated.test(whole.slice(Math.max(from, to - 8), to))) continue
    yield* within(whole, from, to)
    from = to
  }
  yield* within(whole, from, whole.length)
}

function* within(whole: string, from: number, to: number): Generator<MarkedSentence> {
  for (let start = from; start < to; ) {
    const stop = to - start <= maxCharacters ? to : cutBefore(whole, start, start + maxCharacters)
    const span = trimmed(whole, start, stop)
    if (/[\p{L}\p{N}]/u.test(span.text)) {
      const { mark, isOpen, isRebuttal } = readSentence(span.text)
      yield { ...span, mark, isOpen, isRebuttal }
    }
    start = stop
  }
}

/** The last white space before `to`, or else `to`, but not inside a surrogate pair. */
function cutBefore(whole: string, from: number, to: number): number {
  const space = whole.lastIndexOf(' ', to)
  if (space > from) return space
  return (whole.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to
}
