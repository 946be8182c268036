import type { Holding } from '../recall/rank.js'
import { isRequestWord } from './request-words.js'

/** What recall says of one memory for a prompt, or for a part of it. */
export interface Finding {
  readonly relevance: number
  /** REC14, of the whole question. */
  readonly nothingRelevant: boolean
  readonly holdings: readonly Holding[]
  /** What was asked; `isPart` when it is a piece of a longer prompt, whose words may have been said in passing. */
  readonly prompt: string
  readonly isPart: boolean
  /** The memory's. */
  readonly text: string
}

/** REC14's floor. */
const floor = 0.5
/** Of the weight of what the prompt is about, the memory holds so much at least. */
const minShare = 0.3
/** A word that alone makes a memory worth bringing is held by no more than the root of all memories. */
const minRarity = 0.5
/** A near word counts as held from here on: "charged" for "charge", not "thursday" for "friday". */
const nearly = 0.6

/** Its words that say what it is about: no words of requesting, no times, no small numbers, no parts told twice. */
function subjectOf(holdings: readonly Holding[]): readonly Holding[] {
  return holdings.filter(
    ({ word }) =>
      !word.isTime && !word.isWhole && !/^\d{1,2}$/.test(word.surface) && !isRequestWord(word.surface.toLowerCase()),
  )
}

/**
 * How much of the prompt's subject the memory holds, 0 to 1; 0 when it should not be brought. A reader of a brought
 * memory cannot ask back, so that a wrong one is worse than none: beyond REC14's floor, which judges by the whole scene
 * and by near words, the memory itself must name the subject, by a rare word or by several. Where the prompt says more
 * than one memory can cover, two words that stand together in both ("staging database") do as well.
 */
export function bearingOf({ relevance, nothingRelevant, holdings, prompt, isPart, text }: Finding): number {
  const subject = subjectOf(holdings)
  const total = subject.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  const held = subject.filter(({ cover }) => cover === 1)
  const share = subject.reduce((sum, { weight, cover }) => sum + (cover >= nearly ? weight * cover : 0), 0) / total
  if (held.length === 0 || share < minShare) return 0
  const isNamed = held.length > 1 || (!isPart && held[0].rarity >= minRarity)
  const isRelevant = relevance >= floor && !nothingRelevant
  return (isNamed && isRelevant) || holdsPair(subject, prompt, text) ? share : 0
}

/** Two words of the subject that follow each other in the prompt and, at most an ending apart, in the text. */
function holdsPair(subject: readonly Holding[], prompt: string, text: string): boolean {
  // A regular expression that minds no case takes a millisecond to make, a hundred times one that does.
  const [asked, told] = [prompt.toLowerCase(), text.toLowerCase()]
  return subject.some((first, place) => {
    const second = subject[place + 1]
    if (second === undefined || first.cover < 1 || second.cover < 1) return false
    const pair = new RegExp(`(?<!\\p{L})${opening(first)}\\p{L}{0,3}[\\s-]+${opening(second)}`, 'u')
    return pair.test(asked) && pair.test(told)
  })
}

/** Without its ending: "images" and "image", "flag" and "flags". */
const opening = ({ word: { surface } }: Holding): string =>
  surface
    .toLowerCase()
    .slice(0, Math.max(3, surface.length - 2))
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
