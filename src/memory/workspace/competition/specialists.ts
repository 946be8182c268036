import { containsPhrase } from '../phrases.js'

/** A goal in the competition; `goalSimilarities` has the same order as the goals. */
export interface CompetingGoal {
  readonly priority: number
  readonly keywords: readonly string[]
}

export interface Competitor {
  readonly id: string
  readonly text: string
  /** Similarity to each goal, in the order of the goals. */
  readonly goalSimilarities: readonly number[]
  /** Similarity to each occupant, by id; a missing one counts as 0. */
  readonly occupantSimilarities: Readonly<Record<string, number>>
  readonly lastUsedAt: number
  readonly uses: number
  /** Linked memories, in both directions. */
  readonly links: readonly string[]
  /** Other competitors whose text says the same. */
  readonly sameAs: readonly string[]
  /** Set while it may not take an occupant's slot: the score above which it may. */
  readonly comebackAbove?: number
}

/** WSP4: the weight of each specialist. They sum to 1. */
export const specialistWeights = {
  relevance: 0.35,
  recency: 0.2,
  novelty: 0.15,
  frequency: 0.1,
  structural_linkage: 0.1,
  goal_linkage: 0.1,
} as const

export type SpecialistLevels = Readonly<Record<keyof typeof specialistWeights, number>>

const halfLifeMs = 2 * 3_600_000
const usesOfFullFrequency = 20
const keywordBonus = 0.05
const maxKeywordBonus = 0.15
/** How much relevance amplifies the whole score. */
const amplification = 0.3

/** The levels of the six specialists for one competitor, each from 0 to 1. `occupants` are sorted by id. */
export function askSpecialists(
  competitor: Competitor,
  occupants: readonly Competitor[],
  goals: readonly CompetingGoal[],
  now: number,
): SpecialistLevels {
  const others = occupants.filter(({ id }) => id !== competitor.id)
  return {
    relevance: relevance(competitor, goals),
    recency: 0.5 ** (Math.max(0, now - competitor.lastUsedAt) / halfLifeMs),
    novelty: novelty(competitor, others),
    frequency: Math.min(1, competitor.uses / usesOfFullFrequency),
    structural_linkage: structuralLinkage(competitor, others),
    goal_linkage: goalLinkage(competitor, others),
  }
}

/** WSP5: Σ weight·level · (1 + 0.3·relevance), at most 1. */
export function scoreOf(levels: SpecialistLevels): number {
  const mean =
    specialistWeights.relevance * levels.relevance +
    specialistWeights.recency * levels.recency +
    specialistWeights.novelty * levels.novelty +
    specialistWeights.frequency * levels.frequency +
    specialistWeights.structural_linkage * levels.structural_linkage +
    specialistWeights.goal_linkage * levels.goal_linkage
  return Math.min(1, mean * (1 + amplification * levels.relevance))
}

/** The best goal similarity × priority, plus a bonus for each goal keyword that the text contains. */
function relevance({ goalSimilarities, text }: Competitor, goals: readonly CompetingGoal[]): number {
  const best = goals.reduce((most, { priority }, at) => Math.max(most, clamp(goalSimilarities[at] ?? 0) * priority), 0)
  const keywords = new Set(goals.flatMap((goal) => goal.keywords.map((keyword) => keyword.toLowerCase())))
  let contained = 0
  for (const keyword of keywords) if (containsPhrase(text, keyword)) contained++
  return clamp(best + Math.min(maxKeywordBonus, contained * keywordBonus))
}

function novelty({ occupantSimilarities }: Competitor, others: readonly Competitor[]): number {
  if (others.length === 0) return 1
  return 1 - mean(others.map(({ id }) => clamp(occupantSimilarities[id] ?? 0)))
}

function structuralLinkage({ links }: Competitor, others: readonly Competitor[]): number {
  const distinct = new Set(links)
  if (distinct.size === 0) return 0
  return others.filter(({ id }) => distinct.has(id)).length / distinct.size
}

function goalLinkage({ links }: Competitor, others: readonly Competitor[]): number {
  const linked = others.filter(({ id }) => links.includes(id))
  if (linked.length === 0) return 0
  return mean(linked.map(({ goalSimilarities }) => clamp(Math.max(0, ...goalSimilarities))))
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const clamp = (value: number): number => Math.min(1, Math.max(0, value))
