import { FSRSAlgorithm, Rating } from 'ts-fsrs'
import type { Strength } from '../memory.js'
import { dayMs } from '../time.js'

/** FSRS-6 with its published default parameters. Importing it takes under 2 ms, so that it need not be lazy. */
export const fsrs = new FSRSAlgorithm({})

/**
 * S₀ = 0.5 + valence days, so that important events fade more slowly. FSRS's own S₀ is fitted on studied flashcards;
 * only its D₀(Good) is used.
 */
export function initialStrength(valence: number, at: number): Strength {
  return {
    stability: 0.5 + valence,
    difficulty: fsrs.init_difficulty(Rating.Good),
    reviewedAt: at,
    uses: 1,
    recentUses: [at],
    accessedAt: null,
  }
}

/**
 * R(t, S) = (1 + FACTOR·t/S)^DECAY, with FACTOR such that R(S, S) = 0.9.
 * https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
export function retrievability(strength: Strength, now: number): number {
  return fsrs.forgetting_curve(elapsedDays(strength, now), strength.stability)
}

/** A time before the review (the clock stepped back) counts as the review itself. */
export function elapsedDays(strength: Strength, now: number): number {
  return Math.max(0, now - strength.reviewedAt) / dayMs
}
