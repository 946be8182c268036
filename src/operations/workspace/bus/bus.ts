import { arbitrate, countRepetitions } from '../../../memory/workspace/bus/arbitrate.js'
import { type BusResult, type SubscriberReport, toBusResult } from '../../../memory/workspace/bus/bus-result.js'
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  type CircuitState,
  circuitState,
  closedCircuit,
  enterCircuit,
} from '../../../memory/workspace/bus/circuit.js'
import type { Proposal } from '../../../memory/workspace/bus/proposal.js'
import { receiveProposals } from '../../../memory/workspace/bus/receive-proposals.js'
import { type BusSettings, busSettings } from '../../../memory/workspace/bus/settings.js'
import type { Workspace } from '../../../memory/workspace/state/workspace.js'
import type { Caller } from '../../machinery/caller.js'
import type { OperationContext } from '../../machinery/operation-context.js'
import type { BusReach, BusRound, Subscriber } from './subscriber.js'

/** The proposals of all subscribers to one broadcast, before arbitration. */
export interface BusAnswers {
  readonly proposals: readonly Proposal[]
  readonly reports: readonly SubscriberReport[]
}

/** GWT11: asks the subscribers; each has a circuit breaker in this process. */
export interface Bus {
  readonly subscribers: readonly string[]
  readonly settings: BusSettings
  circuits(now: number): Readonly<Record<string, CircuitState>>
  /** Asks all at once, each with a timeout. Never throws. */
  ask(round: BusRound, context: OperationContext, caller: Caller): Promise<BusAnswers>
}

export function createBus(subscribers: readonly Subscriber[], settings: BusSettings = busSettings): Bus {
  const circuits = new Map<string, Circuit>()
  const circuitOf = (name: string): Circuit => circuits.get(name) ?? closedCircuit

  async function ask(subscriber: Subscriber, round: BusRound, reach: Omit<BusReach, 'signal'>) {
    const { name } = subscriber
    const { clock } = reach.context
    const { isAllowed, circuit } = enterCircuit(circuitOf(name), clock.now(), settings)
    circuits.set(name, circuit)
    const started = performance.now()
    const answer: Answer = isAllowed
      ? await answerInTime(subscriber, round, reach, settings)
      : { status: 'skipped', proposals: [], droppedCount: 0 }
    const now = clock.now()
    if (answer.status === 'ok') circuits.set(name, afterSuccess())
    else if (isAllowed) circuits.set(name, afterFailure(circuitOf(name), now, settings))
    const report: SubscriberReport = {
      name,
      status: answer.status,
      circuit: circuitState(circuitOf(name), now, settings),
      proposal_count: answer.proposals.length,
      dropped_count: answer.droppedCount,
      duration_ms: Math.round(performance.now() - started),
      ...(answer.error === undefined ? {} : { error: answer.error }),
    }
    return { proposals: answer.proposals, report }
  }

  return {
    subscribers: subscribers.map(({ name }) => name),
    settings,
    circuits: (now) =>
      Object.fromEntries(subscribers.map(({ name }) => [name, circuitState(circuitOf(name), now, settings)])),
    async ask(round, context, caller) {
      const asked = await Promise.all(subscribers.map((each) => ask(each, round, { context, caller })))
      return {
        proposals: asked.flatMap(({ proposals }) => proposals),
        reports: asked.map(({ report }) => report),
      }
    },
  }
}

interface Answer {
  readonly status: SubscriberReport['status']
  readonly proposals: readonly Proposal[]
  readonly droppedCount: number
  readonly error?: string
}

/** Drops an answer that comes after the timeout. */
async function answerInTime(
  subscriber: Subscriber,
  round: BusRound,
  reach: Omit<BusReach, 'signal'>,
  settings: BusSettings,
): Promise<Answer> {
  const waiting = new AbortController()
  const late = Symbol('late')
  let timer: NodeJS.Timeout | undefined
  try {
    const sent = await Promise.race([
      new Promise<typeof late>((resolve) => {
        timer = setTimeout(resolve, settings.timeout_ms, late)
      }),
      // In a promise: a subscriber that throws synchronously must not stop the others.
      Promise.resolve().then(() => subscriber.propose(round, { ...reach, signal: waiting.signal })),
    ])
    if (sent === late) return { status: 'timeout', proposals: [], droppedCount: 0 }
    return { status: 'ok', ...receiveProposals(sent, subscriber.name, settings) }
  } catch (error) {
    // The name only: the message may quote memories.
    const kind = error instanceof Error ? error.name : typeof error
    return { status: 'failed', proposals: [], droppedCount: 0, error: kind.slice(0, 100) }
  } finally {
    clearTimeout(timer)
    waiting.abort()
  }
}

/** Decides on the proposals; the workspace counts repeated ones. */
export function decideIn(
  workspace: Workspace,
  { proposals, reports }: BusAnswers,
  settings: BusSettings,
): { readonly workspace: Workspace; readonly result: BusResult } {
  const decisions = arbitrate(proposals, workspace.repetitions, settings)
  const result = toBusResult(decisions, reports)
  const repetitions = countRepetitions(workspace.repetitions, decisions)
  return { workspace: { ...workspace, lastBus: result, repetitions }, result }
}
