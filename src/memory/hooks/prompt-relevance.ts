import { relevanceFloor } from '../recall/constants.js'
import type { TermCoverage } from '../recall/ranking/rank.js'
import { isRequestWord } from './request-words.js'

/** The result of recall for one memory and a prompt, or a part of it. */
export interface Finding {
  readonly relevance: number
  /** REC14, for the whole query. */
  readonly nothingRelevant: boolean
  readonly termCoverage: readonly TermCoverage[]
  /** The query; `isPart` for a piece of a longer prompt, whose words may be incidental. */
  readonly prompt: string
  readonly isPart: boolean
  /** The text of the memory. */
  readonly text: string
}

/** The memory must cover at least this share of the subject's weight. */
const minShare = 0.3
/** A single word is enough only if at most about √N memories contain it. */
const minRarity = 0.5
/** From this cover on a near word counts: "charged" for "charge", but not "thursday" for "friday". */
const minCover = 0.6

/** The words that say what the prompt is about: without request words, times, small numbers and compounds. */
function subjectOf(termCoverage: readonly TermCoverage[]): readonly TermCoverage[] {
  return termCoverage.filter(
    ({ word }) =>
      !word.isTime && !word.isWhole && !/^\d{1,2}$/.test(word.surface) && !isRequestWord(word.surface.toLowerCase()),
  )
}

/**
 * How much of the prompt's subject the memory covers, 0 to 1; 0 when it should not be injected. A wrong injection is
 * worse than none, so that the rule is stricter than REC14, which judges by the whole scene and by near words: the memory
 * itself must contain a rare word of the subject, or several words. In a prompt that says more than one memory can
 * cover, two words that are adjacent in both ("staging database") are enough.
 */
export function promptRelevance({ relevance, nothingRelevant, termCoverage, prompt, isPart, text }: Finding): number {
  const subject = subjectOf(termCoverage)
  const total = subject.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  const held = subject.filter(({ cover }) => cover === 1)
  const share = subject.reduce((sum, { weight, cover }) => sum + (cover >= minCover ? weight * cover : 0), 0) / total
  if (held.length === 0 || share < minShare) return 0
  const isNamed = held.length > 1 || (!isPart && held[0].rarity >= minRarity)
  const isRelevant = relevance >= relevanceFloor && !nothingRelevant
  return (isNamed && isRelevant) || containsPair(subject, prompt, text) ? share : 0
}

/** Whether two words of the subject are adjacent in the prompt and, up to their endings, in the text. */
function containsPair(subject: readonly TermCoverage[], prompt: string, text: string): boolean {
  // Compiling a case-insensitive Unicode pattern takes a millisecond, a hundred times as long (`npm run bench:hooks`).
  const [asked, stored] = [prompt.toLowerCase(), text.toLowerCase()]
  return subject.some((first, place) => {
    const second = subject[place + 1]
    if (second === undefined || first.cover < 1 || second.cover < 1) return false
    const pair = new RegExp(`(?<!\\p{L})${stemPattern(first)}\\p{L}{0,3}[\\s-]+${stemPattern(second)}`, 'u')
    return pair.test(asked) && pair.test(stored)
  })
}

/** A pattern for the word without its ending: "images" and "image", "flag" and "flags". */
const stemPattern = ({ word: { surface } }: TermCoverage): string =>
  surface
    .toLowerCase()
    .slice(0, Math.max(3, surface.length - 2))
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
