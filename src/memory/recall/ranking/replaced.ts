import { defaultWeights, type SimilarityWeights } from '../../activation/weights.js'
import { background, replacement } from '../constants.js'
import type { Query } from '../query/query.js'
import type { CandidateSet, Comparable } from './candidates.js'
import { isEcho } from './echo.js'
import { WordingScorer } from './similarity.js'
import { SoftMatch } from './soft-match.js'

/** A memory that is about to be stored: its text, and the questions that it answers, as queries. */
export interface Replacing {
  readonly id: string
  readonly happenedAt: number
  readonly wordings: readonly Query[]
}

/** Sums in another order differ by less. */
const rounding = 1e-9

export interface Replaced {
  readonly id: string
  readonly score: number
}

/**
 * OPS6: the earlier memories that a new one may make untrue, the likeliest first. Two memories that answer the same
 * question are about the same subject and attribute (REC25); a question for what is now asks for what has changed.
 */
export function findReplaced(
  { id, happenedAt, wordings }: Replacing,
  { candidates, statistics }: CandidateSet,
  weights: SimilarityWeights = defaultWeights.similarity,
): readonly Replaced[] {
  const [text, ...answers] = wordings
  let softMatch: SoftMatch | undefined
  const ofText = new WordingScorer(text, 0, statistics, background.textLength, weights)
  const ofAnswers = answers.map((query, place) => {
    const scorer = new WordingScorer(query, place + 1, statistics.answers, background.answerLength, weights)
    return { scorer, bonus: query.aim.present ? replacement.presentBonus : 0 }
  })
  const found = candidates.flatMap((candidate): Replaced[] => {
    if (candidate.id === id || candidate.happenedAt > happenedAt || isEcho(candidate)) return []
    const mostLikeness = ofText.bound(candidate)
    const isPossible = (answer: Comparable): boolean =>
      ofAnswers.some(
        ({ scorer, bonus }) =>
          scorer.bound(answer) + bonus + replacement.textWeight * mostLikeness >= replacement.minByAnswers - rounding,
      )
    // Most candidates are ruled out without comparing their tokens.
    if (mostLikeness < replacement.minByText - rounding && !candidate.answers.some(isPossible)) return []
    softMatch ??= new SoftMatch(text)
    softMatch.compare(candidate.tokens)
    const likeness = ofText.score(candidate, softMatch)
    let shared = 0
    for (const answer of candidate.answers) {
      softMatch.compare(answer.tokens)
      for (const { scorer, bonus } of ofAnswers) shared = Math.max(shared, scorer.score(answer, softMatch) + bonus)
    }
    if (shared === 0) return likeness >= replacement.minByText ? [{ id: candidate.id, score: likeness }] : []
    const score = shared + replacement.textWeight * likeness
    return score >= replacement.minByAnswers ? [{ id: candidate.id, score }] : []
  })
  found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  return found.filter(
    ({ score }, place) => place < replacement.most && score >= replacement.equallyLikely * found[0].score,
  )
}
