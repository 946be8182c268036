import type { BusSettings } from './settings.js'

/** GWT11: whether a subscriber may be asked. Plain JSON. */
export interface Circuit {
  /** In a row. */
  readonly failures: number
  readonly openedAt: number | null
  /** One trial is under way since it half-opened. */
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
  // A clock that stepped back must not keep it open for longer.
  return now < openedAt || now - openedAt >= half_open_after_ms ? 'half_open' : 'open'
}

/** Whether to ask now, and the circuit while the answer is awaited: half open, one trial at a time. */
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

/** Opens at the third failure in a row; a failed trial opens it for another while. */
export function afterFailure(circuit: Circuit, now: number, { failures_to_open }: CircuitSettings): Circuit {
  const failures = circuit.failures + 1
  return failures >= failures_to_open
    ? { failures, openedAt: now, isTrying: false }
    : { failures, openedAt: null, isTrying: false }
}
