import { isSettled, readSentence, type SaidAs, type Sentence } from './sentence-mark.js'
import { speakerPrefix } from './speaker.js'

const sentenceEnd = /(?<=[.!?…？。！])["'”»)]*\s+/u
// "Summer plan: …" is no speaker.
const heading = /^\s*\p{L}*(?:plan|plano|piano|projet|progetto|ide[ae]|ideia|idée|wunsch|wish)\s?:/iu
// The beginning of a long text decides, at a bounded price.
const maxCharacters = 6000
// In a longer text one sentence is a part, not the whole.
const maxForOneSentence = 4
const maxStatedBesides = 1

interface TextSentence extends Sentence {
  readonly text: string
}

/** The sentences that say something, and how each is said. */
export function sentencesIn(whole: string): readonly TextSentence[] {
  const text = whole.slice(0, maxCharacters)
  return (heading.test(text) ? text : text.replace(speakerPrefix, ''))
    .split('\n')
    .flatMap((line) => line.trim().split(sentenceEnd))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence) => ({ text: sentence, ...readSentence(sentence) }))
    .filter(({ mark }) => mark !== 'filler')
}

/**
 * How a memory is said; null when it is stated. Its main part decides: the first sentence, or most of them. In doubt it is
 * stated, since a fact that is marked is worse than a plan that is not.
 */
export function saidAs(text: string): SaidAs | null {
  const sentences = sentencesIn(text)
  if (sentences.length === 0) return null
  const isShort = sentences.length <= maxForOneSentence
  if (isShort && sentences.some(({ isRebuttal }) => isRebuttal)) return 'denial'
  if (isShort && sentences.some(({ isOpen }) => isOpen)) return 'plan'

  const stated = sentences.filter(({ mark }) => mark === 'stated').length
  const [{ mark: first }, ...others] = sentences
  if (first === 'question' || first === 'report of a question') return stated === 0 ? 'question' : null
  if (first !== 'stated' && first !== 'filler') {
    const isMain =
      stated <= maxStatedBesides && !others.some((other) => other.mark === 'stated' && isSettled(other.folded))
    return isMain || stated * 2 < sentences.length ? first : null
  }
  const most = (['plan', 'denial', 'hearsay'] as const).find(
    (wanted) => sentences.filter(({ mark }) => mark === wanted).length * 2 > sentences.length,
  )
  return most ?? null
}
