import { logistic, logit } from '../activation/logistic.js'
import { fillerBound } from '../recall/constants.js'
import type { TermCoverage } from '../recall/ranking/rank.js'
import { isErrorWord } from './error-words.js'
import { hasSameShape, withoutNames } from './failure-shape.js'
import { isFunctionWord } from './function-words.js'
import type { PromptPart } from './prompt-parts.js'
import { isRequestWord } from './request-words.js'

/** The result of recall for one memory and a prompt, or a part of it. */
export interface Finding {
  readonly relevance: number
  readonly termCoverage: readonly TermCoverage[]
  /** How much each word says, by its place in the query. */
  readonly distinctness: readonly number[]
  readonly part: PromptPart
  /** The text of the memory. */
  readonly text: string
}

/**
 * The log-odds that a memory bears on a prompt, as a sum of three signs, of which the weaker of the first two counts once
 * more. Fitted as a logistic regression on the development prompts of `bench:week` and those of `test/habit`, by four
 * authors. How an author who was left out fared stands in `test/bench/week/README.md`.
 */
const evidence = {
  /** For the log-odds of recall's relevance. */
  relevance: 0.6,
  /** For a nat of information in one line. */
  line: 0.4,
  /** For the weaker of the two, in the measure of either: a short prompt is relevant by one word, a chatty one has many. */
  weaker: { weight: 1.2, ofRelevance: 1.3, fromRelevance: 3, ofLine: 0.4 },
  /** For a nat of information in words that are near, not the same; a cosine below `nearFrom` is chance. */
  near: 0.55,
  nearFrom: 0.4,
  /** The least sum. */
  bound: 2.1,
}
/** A line of what was asked, and a file that was changed, say less than one of what a session came to. */
const backgroundHeadings = new Set(['Asked:', 'Changed:'])
const shareOfBackground = 0.5
/** A word of requesting says less than its rarity. */
const shareOfRequests = 0.5
/** A failure has many words, so that relevance alone decides. The most of 26 failures for silence is 0.47 (`bench:week`). */
const minRelevanceOfFailure = 0.55
/** In a failure of the same shape one of the words is in at most about √N memories. */
const minRarity = 0.5

/**
 * How much a word says, for each place in the query: 1 if one of the examined memories holds it, 0 if all do. In a project
 * about orders "order" says little, however rare the word is elsewhere.
 */
export function distinctnessOf(termCoverage: readonly (readonly TermCoverage[])[]): readonly number[] {
  const examined = termCoverage.length
  return (termCoverage[0] ?? []).map((_, place) => {
    const holding = termCoverage.filter((each) => each[place].cover === 1).length
    return Math.log((examined + 1) / Math.max(1, holding)) / Math.log(examined + 1)
  })
}

/**
 * The probability that the memory should be injected; 0 when it should not. A wrong injection is worse than none, so that
 * signs are added up: how relevant the memory is (REC19); how much information of the prompt stands in one line of it,
 * since a session's lines are of different things; and how near its other words are. The memory itself must hold a word of
 * the prompt's subject.
 */
export function promptRelevance({ relevance, termCoverage, distinctness, part, text }: Finding): number {
  const words = termCoverage.map((each, place) => ({ ...each, says: each.weight * distinctness[place] }))
  const subject = withoutRepeats(words.filter((each) => isSubject(each, part)))
  const held = subject.filter(isHeld)
  if (held.length === 0) return 0
  const { errorLine } = part
  if (errorLine !== undefined) {
    const sum = logOdds(relevance) - logOdds(minRelevanceOfFailure)
    return sum >= 0 || isSameError(held, errorLine, text) ? logistic(Math.max(0, sum)) : 0
  }
  const requests = withoutRepeats(words.filter((each) => isHeld(each) && isRequest(each)))
  const { weaker } = evidence
  const odds = logOdds(relevance)
  const line = informationInOneLine(held, requests, text)
  const sum =
    evidence.relevance * odds +
    evidence.line * line +
    weaker.weight * Math.min(weaker.ofRelevance * odds + weaker.fromRelevance, weaker.ofLine * line) +
    evidence.near * informationInNearWords(subject) -
    evidence.bound
  return sum >= 0 ? logistic(sum) : 0
}

/** What recall leaves out (REC20) is equally irrelevant. */
const logOdds = (relevance: number): number => logit(Math.max(relevance, fillerBound))

interface Word extends TermCoverage {
  /** The information that it adds, in nats. */
  readonly says: number
}

const isHeld = ({ cover }: Word): boolean => cover === 1

function isRequest({ word: { isTime, isWhole, surface } }: Word): boolean {
  const lower = surface.toLowerCase()
  return !isTime && !isWhole && surface.length > 2 && isRequestWord(lower) && !isFunctionWord(lower)
}

/**
 * Whether the word says what the prompt is about: no word of requesting, function word, time, small number, compound, or
 * word of two letters that is no abbreviation in capitals;
 * after a failure only one of the error, since one command fails in many ways, and not one of any error.
 */
function isSubject({ word: { isTime, isWhole, surface } }: Word, { errorLine }: PromptPart): boolean {
  if (isTime || isWhole || /^(?:\d{1,2}|\p{L}?\p{Ll})$/u.test(surface)) return false
  const lower = surface.toLowerCase()
  if (isRequestWord(lower) || isFunctionWord(lower)) return false
  return errorLine === undefined || (errorLine.includes(surface) && !isErrorWord(lower))
}

/** "page" and "pages" are one sign, not two. */
const withoutRepeats = (words: readonly Word[]): readonly Word[] =>
  words.filter(
    ({ word }, place) =>
      !words.slice(0, place).some((each) => each.word.terms.some((term) => word.terms.includes(term))),
  )

/** What the words say in the line of the text that has most; words of requesting count beside one of the subject. */
function informationInOneLine(subject: readonly Word[], requests: readonly Word[], text: string): number {
  const subjectPatterns = subject.map(withPattern)
  const requestPatterns = requests.map(withPattern)
  let most = 0
  let share = 1
  for (const line of text.split('\n')) {
    if (/^\p{Lu}\p{L}+:$/u.test(line)) share = backgroundHeadings.has(line) ? shareOfBackground : 1
    const lower = line.toLowerCase()
    const ofSubject = informationIn(lower, subjectPatterns)
    if (ofSubject === 0) continue
    most = Math.max(most, share * (ofSubject + shareOfRequests * informationIn(lower, requestPatterns)))
  }
  return most
}

interface Sought {
  readonly says: number
  readonly pattern: RegExp
}

/** Finds the word without its ending: "images" and "image", "flag" and "flags"; a short one only if little follows. */
const withPattern = ({ says, word: { surface } }: Word): Sought => {
  const stem = surface.toLowerCase().slice(0, Math.max(3, surface.length - 2))
  const end = surface.length <= 4 ? '\\p{L}{0,3}(?!\\p{L})' : ''
  return { says, pattern: new RegExp(`(?<!\\p{L})${stem.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${end}`, 'u') }
}

const informationIn = (line: string, words: readonly Sought[]): number =>
  words.reduce((sum, { says, pattern }) => sum + (pattern.test(line) ? says : 0), 0)

/** Words that the memory does not hold, but some that mean nearly the same. */
const informationInNearWords = (words: readonly Word[]): number =>
  words.reduce((sum, { weight, cover }) => sum + (cover < 1 ? weight * Math.max(0, cover - evidence.nearFrom) : 0), 0)

/** The program's own words must be the same, a rare one among them. */
function isSameError(held: readonly TermCoverage[], errorLine: string, text: string): boolean {
  const own = withoutNames(errorLine)
  const isRare = held.some(({ word, rarity }) => rarity >= minRarity && own.includes(word.surface))
  return isRare && hasSameShape(errorLine, text)
}
