import type { StoredMemory } from '../../../memory/memory.js'
import type { Proposal } from '../../../memory/workspace/bus/proposal.js'
import type { EvidencePlan } from '../../../memory/workspace/planners/evidence-plan.js'
import type { Goal } from '../../../memory/workspace/state/goals.js'
import type { Caller } from '../../machinery/caller.js'
import type { OperationContext } from '../../machinery/operation-context.js'

/** What every subscriber receives. */
export interface BusRound {
  readonly question: string
  readonly plan: EvidencePlan
  readonly goals: readonly Goal[]
  /** The memories in the slots after the broadcast. */
  readonly occupants: readonly StoredMemory[]
  /** The results of recall so far, best first, each with its query. */
  readonly found: readonly {
    readonly memory: StoredMemory
    readonly relevance: number
    readonly query: string
  }[]
}

/** What a subscriber may use. The signal aborts when its answer is no longer needed. */
export interface BusReach {
  readonly context: OperationContext
  readonly caller: Caller
  readonly signal: AbortSignal
}

/** Receives a broadcast and proposes what should enter the workspace next. */
export interface Subscriber {
  readonly name: string
  propose(round: BusRound, reach: BusReach): readonly Proposal[] | Promise<readonly Proposal[]>
}
