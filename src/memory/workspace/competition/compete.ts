import { askSpecialists, type CompetingGoal, type Competitor, type SpecialistLevels, scoreOf } from './specialists.js'

export interface Competition {
  readonly occupants: readonly Competitor[]
  /** Newcomers. One that is already an occupant competes as an occupant. */
  readonly candidates: readonly Competitor[]
  readonly goals: readonly CompetingGoal[]
  readonly slots: number
  readonly now: number
}

/** GWT4: the result for one competitor, with its reason. */
export type Verdict =
  | 'admitted'
  | 'below_ignition_threshold'
  | 'eligible_not_selected'
  | 'kept_in_workspace'
  | 'evicted_by_higher_activation'

export interface CompetitionResult {
  /** The occupants after the competition, best first. */
  readonly winners: readonly string[]
  /** Occupants that lose their slot, best first. */
  readonly would_evict: readonly string[]
  /** The scores of all competitors, best first. */
  readonly all_scores: Readonly<Record<string, number>>
  /** `ignition_threshold` when there were newcomers and none reached the threshold. */
  readonly reason: '' | 'ignition_threshold'
  readonly reason_breakdown: Readonly<Record<string, Verdict>>
  /** The levels of each specialist, which explain a score. */
  readonly specialists: Readonly<Record<string, SpecialistLevels>>
}

/** WSP5: a newcomer below this does not ignite. */
export const ignitionThreshold = 0.2

interface Scored {
  readonly id: string
  readonly isOccupant: boolean
  readonly sameAs: readonly string[]
  /** GWT10: it lost its slot to those that are there, and is not stronger now. */
  readonly isWaiting: boolean
  readonly levels: SpecialistLevels
  readonly score: number
}

/**
 * WSP4, WSP5: occupants and newcomers compete together, occupants win ties, the best `slots` stay; of those that say the
 * same only the best. It changes nothing: a dry run and a cycle compute the same. The order of the arguments does not
 * matter: sums run in the order of ids.
 */
export function compete({ occupants, candidates, goals, slots, now }: Competition): CompetitionResult {
  const inside = new Map(occupants.map((occupant) => [occupant.id, occupant]))
  const seated = [...inside.values()].sort(byId)
  const newcomers = new Map(candidates.filter(({ id }) => !inside.has(id)).map((each) => [each.id, each]))
  const ranking = [...seated, ...newcomers.values()]
    .map((competitor): Scored => {
      const { id, sameAs, comebackAbove = 0 } = competitor
      const levels = askSpecialists(competitor, seated, goals, now)
      const score = scoreOf(levels)
      const isOccupant = inside.has(id)
      return { id, isOccupant, sameAs, isWaiting: !isOccupant && score < comebackAbove, levels, score }
    })
    .sort(byRank)

  const ignited = ranking.filter(({ isOccupant, score }) => isOccupant || score >= ignitionThreshold)
  const winners = chooseWinners(ignited, slots)
  const won = new Set(winners.map(({ id }) => id))
  const hasIgnition = newcomers.size === 0 || ignited.some(({ isOccupant }) => !isOccupant)
  return {
    winners: winners.map(({ id }) => id),
    would_evict: ranking.filter(({ id, isOccupant }) => isOccupant && !won.has(id)).map(({ id }) => id),
    all_scores: Object.fromEntries(ranking.map(({ id, score }) => [id, score])),
    reason: hasIgnition ? '' : 'ignition_threshold',
    reason_breakdown: Object.fromEntries(ranking.map((scored) => [scored.id, verdictOn(scored, won.has(scored.id))])),
    specialists: Object.fromEntries(ranking.map(({ id, levels }) => [id, levels])),
  }
}

/** The best that do not say the same as a better one; those that wait get only what others leave free. */
function chooseWinners(ranking: readonly Scored[], slots: number): readonly Scored[] {
  const won = new Set<string>()
  const inTurn = [...ranking.filter(({ isWaiting }) => !isWaiting), ...ranking.filter(({ isWaiting }) => isWaiting)]
  for (const { id, sameAs } of inTurn) {
    if (won.size < slots && !sameAs.some((other) => won.has(other))) won.add(id)
  }
  return ranking.filter(({ id }) => won.has(id))
}

function verdictOn({ isOccupant, score }: Scored, won: boolean): Verdict {
  if (isOccupant) return won ? 'kept_in_workspace' : 'evicted_by_higher_activation'
  if (won) return 'admitted'
  return score < ignitionThreshold ? 'below_ignition_threshold' : 'eligible_not_selected'
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** Best first; occupants before newcomers; then by id. */
function byRank(a: Scored, b: Scored): number {
  return b.score - a.score || Number(b.isOccupant) - Number(a.isOccupant) || byId(a, b)
}
