import { logistic } from '../activation/logistic.js'
import { fillerBound } from '../recall/constants.js'
import type { TermCoverage } from '../recall/ranking/rank.js'
import { isErrorWord } from './error-words.js'
import { hasSameShape, withoutNames } from './failure-shape.js'
import type { PromptPart } from './prompt-parts.js'
import { isRequestWord } from './request-words.js'

/** The result of recall for one memory and a prompt, or a part of it. */
export interface Finding {
  readonly relevance: number
  /** Those of the other memories that were examined, in any order. */
  readonly others: readonly number[]
  readonly termCoverage: readonly TermCoverage[]
  readonly part: PromptPart
  /** The text of the memory. */
  readonly text: string
}

/**
 * How much a bit of shared information (idf, in nats) counts beside the log-odds of relevance: half, since words of one
 * trade stand together more often than by chance.
 */
const wordsWeight = 0.5
/**
 * The least evidence. The highest at which `test/habit` keeps its prompts; of the development prompts of `bench:week` that
 * want silence two of a hundred have more. From 4.5 to 6 the share of right ones falls by 4 points, that of wrong ones by 3.
 */
const minEvidence = 5.3
/** For a failure, whose words are many and those of any failure: they add nothing. None of 99 failures for silence has more. */
const minEvidenceOfFailure = 1.75
/** In a failure of the same shape one of the words is in at most about √N memories. */
const minRarity = 0.5
/** Of how many memories the mean is the background, without the best: that one may bear on the prompt as well. */
const backgroundSize = 6

/**
 * The probability that the memory should be injected; 0 when it should not. A wrong injection is worse than none, so that
 * three signs are added up, as log-odds: how relevant the memory is (REC19); how far it stands out from the others in the
 * store, since a prompt that resembles all of them is about none; and how much information of the prompt's subject stands in
 * one line of it, since a session's lines are of different things. The memory itself must hold a word of the subject.
 */
export function promptRelevance({ relevance, others, termCoverage, part, text }: Finding): number {
  const held = withoutRepeats(subjectOf(termCoverage, part).filter(({ cover }) => cover === 1))
  if (held.length === 0) return 0
  const { errorLine } = part
  const own = logOdds(relevance)
  const distinct = 2 * own - backgroundOf(others)
  const evidence =
    errorLine === undefined
      ? distinct + wordsWeight * informationInOneLine(held, text) - minEvidence
      : distinct - minEvidenceOfFailure
  if (evidence >= 0) return logistic(evidence)
  return errorLine !== undefined && isSameError(held, errorLine, text) ? logistic(0) : 0
}

/** What recall leaves out (REC20) is equally irrelevant. */
function logOdds(relevance: number): number {
  const bounded = Math.max(relevance, fillerBound)
  return Math.log(bounded / (1 - bounded))
}

/** The log-odds of a memory that is in the store anyway. */
function backgroundOf(others: readonly number[]): number {
  const ordinary = others.toSorted((a, b) => b - a).slice(1, 1 + backgroundSize)
  if (ordinary.length === 0) return logOdds(0)
  return ordinary.reduce((sum, each) => sum + logOdds(each), 0) / ordinary.length
}

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

/** "page" and "pages" are one sign, not two. */
const withoutRepeats = (words: readonly TermCoverage[]): readonly TermCoverage[] =>
  words.filter(
    ({ word }, place) =>
      !words.slice(0, place).some((each) => each.word.terms.some((term) => word.terms.includes(term))),
  )

/** Σ idf of the words in the line of the text that has most. */
function informationInOneLine(held: readonly TermCoverage[], text: string): number {
  const words = held.map((each) => ({
    weight: each.weight,
    pattern: new RegExp(`(?<!\\p{L})${stemPattern(each)}`, 'u'),
  }))
  let most = 0
  for (const line of text.toLowerCase().split('\n')) {
    const inLine = words.reduce((sum, { weight, pattern }) => sum + (pattern.test(line) ? weight : 0), 0)
    most = Math.max(most, inLine)
  }
  return most
}

/** A pattern for the word without its ending: "images" and "image", "flag" and "flags". */
const stemPattern = ({ word: { surface } }: TermCoverage): string =>
  surface
    .toLowerCase()
    .slice(0, Math.max(3, surface.length - 2))
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The program's own words must be the same, a rare one among them. */
function isSameError(held: readonly TermCoverage[], errorLine: string, text: string): boolean {
  const own = withoutNames(errorLine)
  const isRare = held.some(({ word, rarity }) => rarity >= minRarity && own.includes(word.surface))
  return isRare && hasSameShape(errorLine, text)
}
