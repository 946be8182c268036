import { fillerBound, relevanceFloor } from '../recall/constants.js'
import type { TermCoverage } from '../recall/ranking/rank.js'
import { isErrorWord } from './error-words.js'
import { hasSameShape, withoutNames } from './failure-shape.js'
import type { PromptPart } from './prompt-parts.js'
import { isRequestWord } from './request-words.js'

/** The result of recall for one memory and a prompt, or a part of it. */
export interface Finding {
  readonly relevance: number
  /** That of the memory that is ranked first. */
  readonly mostRelevance: number
  /** REC14, for the whole query. */
  readonly nothingRelevant: boolean
  readonly termCoverage: readonly TermCoverage[]
  /** The query; the words of a piece of a longer prompt may be incidental. */
  readonly part: PromptPart
  /** The text of the memory. */
  readonly text: string
}

/** The memory must cover at least this share of the subject's weight. */
const minShare = 0.3
/** A single word is enough only if at most about √N memories contain it. */
const minRarity = 0.5
/**
 * Words that stand together by chance in less than one of so many stores say what the prompt is about, whatever else it
 * says: the usual level of significance.
 */
const chanceOfTogether = 1 / 20
/**
 * The floor for a memory that no other surpasses by much, when none reaches `relevanceFloor`. Of the prompts for development
 * that want silence (`npm run bench:week`) none has a memory above 0.28.
 */
const likeliestFloor = 0.75 * relevanceFloor
/** What is below the floor must be hardly less relevant than the best: as `minShareOfBest` for what is brought beside it. */
const minShareOfMost = 0.6
/** From this cover on a near word counts: "charged" for "charge", but not "thursday" for "friday". */
const minCover = 0.6

/**
 * The words that say what the prompt is about: without request words, times, small numbers and compounds; after a failure
 * only those of the error, since one command fails in many ways, and of them those that are not of any error.
 */
function subjectOf(termCoverage: readonly TermCoverage[], { errorLine }: PromptPart): readonly TermCoverage[] {
  return termCoverage.filter(
    ({ word }) =>
      !word.isTime &&
      !word.isWhole &&
      !/^\d{1,2}$/.test(word.surface) &&
      !isRequestWord(word.surface.toLowerCase()) &&
      (errorLine === undefined || (errorLine.includes(word.surface) && !isErrorWord(word.surface.toLowerCase()))),
  )
}

/**
 * How much of the prompt's subject the memory covers, 0 to 1; 0 when it should not be injected. A wrong injection is
 * worse than none, so that the rule is stricter than REC14, which judges by the whole scene and by near words: the memory
 * itself must contain a rare word of the subject, or several words. Below the floor of relevance two signs must agree: none
 * reaches the floor or is much more relevant, and its words hardly stand together by chance or it is near the floor; or
 * two words are adjacent in both ("staging database"); or it has a rare word and an error of the same shape.
 */
export function promptRelevance(finding: Finding): number {
  const { relevance, mostRelevance, nothingRelevant, part, text } = finding
  const subject = subjectOf(finding.termCoverage, part)
  const total = subject.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  const held = withoutRepeats(subject.filter(({ cover }) => cover === 1))
  const share = subject.reduce((sum, { weight, cover }) => sum + (cover >= minCover ? weight * cover : 0), 0) / total
  if (held.length === 0) return 0
  if (part.errorLine !== undefined && isSameError(held, part.errorLine, text)) return Math.max(share, minShare)
  if (share < minShare) return 0
  if (nothingRelevant) return containsPair(subject, part.text, text) ? share : 0
  const isNamed = held.length > 1 || (!part.isPart && isRare(held))
  if (isNamed && relevance >= relevanceFloor) return share
  const isLikeliest = mostRelevance < relevanceFloor && relevance >= minShareOfMost * mostRelevance
  if (isLikeliest && isNamed && relevance >= likeliestFloor) return share
  if (isLikeliest && relevance >= fillerBound && standTogether(held, text)) return share
  return containsPair(subject, part.text, text) ? share : 0
}

const isRare = (held: readonly TermCoverage[]): boolean => held.some(({ rarity }) => rarity >= minRarity)

/** The program's own words must be the same, a rare one among them. */
function isSameError(held: readonly TermCoverage[], errorLine: string, text: string): boolean {
  const own = withoutNames(errorLine)
  return isRare(held.filter(({ word }) => own.includes(word.surface))) && hasSameShape(errorLine, text)
}

/** "page" and "pages" are one sign, not two. */
const withoutRepeats = (words: readonly TermCoverage[]): readonly TermCoverage[] =>
  words.filter(
    ({ word }, place) =>
      !words.slice(0, place).some((each) => each.word.terms.some((term) => word.terms.includes(term))),
  )

/**
 * Whether one line of the text holds words that hardly stand together by chance: the lines of a session's memory are of
 * different things. A word with the idf w is in about e^(-w) of the N texts, so that N·e^(-Σw) of them hold all, if each
 * stands where it likes; the idf of a word in none is ln(2N + 2).
 */
function standTogether(held: readonly TermCoverage[], text: string): boolean {
  if (held.length < 2) return false
  const [{ weight, rarity }] = held
  const logOfTexts = weight / rarity - Math.LN2
  const words = held.map((each) => ({
    weight: each.weight,
    pattern: new RegExp(`(?<!\\p{L})${stemPattern(each)}`, 'u'),
  }))
  return text
    .toLowerCase()
    .split('\n')
    .some((line) => {
      const inLine = words.filter(({ pattern }) => pattern.test(line))
      const logOfChance = logOfTexts - inLine.reduce((sum, each) => sum + each.weight, 0)
      return inLine.length > 1 && logOfChance <= Math.log(chanceOfTogether)
    })
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
