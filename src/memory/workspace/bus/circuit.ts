import type { BusSettings } from './settings.js'

/** GWT11: the circuit breaker of a subscriber. Plain JSON. */
export interface Circuit {
  /** Consecutive failures. */
  readonly failures: number
  readonly openedAt: number | null
  /** The one trial call of a half-open circuit is running. */
  readonly isTrying: boolean
}

export type CircuitState = 'closed' | 'open' | 'half_open'

type CircuitSettings = Pick<BusSettings, 'failures_to_open' | 'half_open_after_ms'>

export const closedCircuit: Circuit = { failures: 0, openedAt: null, isTrying: false }

export function circuitState(
  { openedAt }: Circuit,
  now: number,
  { half_open_after_ms }: CircuitSettings,
): CircuitState {
  if (openedAt === null) return 'closed'
  // A clock that steps back must not keep the circuit open longer.
  return now < openedAt || now - openedAt >= half_open_after_ms ? 'half_open' : 'open'
}

/** Whether the subscriber may be called, and the circuit during the call. A half-open circuit allows one trial at a time. */
export function enterCircuit(
  circuit: Circuit,
  now: number,
  settings: CircuitSettings,
): { readonly isAllowed: boolean; readonly circuit: Circuit } {
  const state = circuitState(circuit, now, settings)
  if (state === 'closed') return { isAllowed: true, circuit }
  if (state === 'open' || circuit.isTrying) return { isAllowed: false, circuit }
  return { isAllowed: true, circuit: { ...circuit, isTrying: true } }
}

export const afterSuccess = (): Circuit => closedCircuit

/** Opens at the third consecutive failure; a failed trial opens it again. */
export function afterFailure(circuit: Circuit, now: number, { failures_to_open }: CircuitSettings): Circuit {
  const failures = circuit.failures + 1
  return failures >= failures_to_open
    ? { failures, openedAt: now, isTrying: false }
    : { failures, openedAt: null, isTrying: false }
}
