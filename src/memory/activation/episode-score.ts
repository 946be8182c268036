import type { Outcome } from '../memory.js'
import { outcomeWeights, recency } from './recency.js'
import type { Weights } from './weights.js'

interface RecalledEpisode {
  /** REC13. */
  readonly relevance: number
  readonly happenedAt: number
  readonly outcome: Outcome
  readonly importance: number
}

interface EpisodeScore {
  readonly score: number
  readonly components: {
    readonly semantic: number
    readonly recency: number
    readonly outcome: number
    readonly importance: number
  }
}

/** 0.4·semantic + 0.25·recency + 0.2·outcome + 0.15·importance. */
export function scoreEpisode(episode: RecalledEpisode, now: number, weights: Weights['episodic']): EpisodeScore {
  const components = {
    semantic: episode.relevance,
    recency: recency(episode.happenedAt, now),
    outcome: outcomeWeights[episode.outcome],
    importance: episode.importance,
  }
  const score =
    weights.semantic * components.semantic +
    weights.recency * components.recency +
    weights.outcome * components.outcome +
    weights.importance * components.importance
  return { score, components }
}

/** 0.7·semantic + 0.3·recency, with recency as of that point in time. */
export function scoreAtTime(
  { relevance, happenedAt }: Pick<RecalledEpisode, 'relevance' | 'happenedAt'>,
  pointInTime: number,
  weights: Weights['atTime'],
): number {
  return weights.semantic * relevance + weights.recency * recency(happenedAt, pointInTime)
}
