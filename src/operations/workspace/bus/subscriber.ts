import type { StoredMemory } from '../../../memory/memory.js'
import type { Proposal } from '../../../memory/workspace/bus/proposal.js'
import type { EvidencePlan } from '../../../memory/workspace/planners/evidence-plan.js'
import type { Goal } from '../../../memory/workspace/state/goals.js'
import type { Caller } from '../../caller.js'
import type { OperationContext } from '../../operation-context.js'

/** What everybody on the bus hears. */
export interface BusRound {
  readonly question: string
  readonly plan: EvidencePlan
  readonly goals: readonly Goal[]
  /** In mind after the broadcast. */
  readonly occupants: readonly StoredMemory[]
  /** What recall has found so far, best first, each with the query that found it. */
  readonly found: readonly {
    readonly memory: StoredMemory
    readonly relevance: number
    readonly query: string
  }[]
}

/** What a subscriber may reach for. The signal says that nobody waits for its answer any more. */
export interface BusReach {
  readonly context: OperationContext
  readonly caller: Caller
  readonly signal: AbortSignal
}

/** Hears a broadcast and says what should be in mind next. */
export interface Subscriber {
  readonly name: string
  propose(round: BusRound, reach: BusReach): readonly Proposal[] | Promise<readonly Proposal[]>
}
