import type { Lesson } from './lesson.js'

/** Beta(2, 1): a lesson from a real signal is more likely right than wrong. */
const [priorWins, priorLosses] = [2, 1]

/** RSB3: the mean of the Beta posterior, (2 + wins) / (3 + wins + losses). */
export const confidenceOf = ({ wins, losses }: Pick<Lesson, 'wins' | 'losses'>): number =>
  (priorWins + wins) / (priorWins + priorLosses + wins + losses)

/** RSB3: a lesson below this was wrong too often to be shown. */
const minConfidence = 0.35

export const isShown = ({ confidence, superseded_by }: Lesson): boolean =>
  superseded_by === null && confidence >= minConfidence

export type Verdict = 'win' | 'loss'

/** RSB3: the lesson after a turn in which it was shown. */
export function withVerdict(lesson: Lesson, verdict: Verdict): Lesson {
  const wins = lesson.wins + (verdict === 'win' ? 1 : 0)
  const losses = lesson.losses + (verdict === 'loss' ? 1 : 0)
  return { ...lesson, wins, losses, uses: lesson.uses + 1, confidence: confidenceOf({ wins, losses }) }
}

/** RSB3: learning the same lesson again counts as a win, but not as a use. */
export function withConfirmation(lesson: Lesson): Lesson {
  const wins = lesson.wins + 1
  return { ...lesson, wins, confidence: confidenceOf({ wins, losses: lesson.losses }) }
}
