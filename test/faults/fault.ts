import type { Random } from '../support/random.js'

/** The only ways in which a fault may end. Everything else is thrown. */
export type Verdict = 'works' | 'recovers' | 'clear message'

/** What goes wrong, and how often a seed makes it go wrong: one after the other, in one store. */
export interface FaultKind {
  readonly name: string
  readonly faultsPerSeed: number
  /** Of a hundred faults, about. */
  readonly share: number
  /** As many verdicts as faults; throws when an answered write is lost, or an answer is wrong or unclear. */
  run(random: Random, ground: Ground): Promise<readonly Verdict[]>
}

/** Where one seed does its harm: what it opened is gone when it ends. */
export interface Ground {
  newFolder(): string
  /** Called at the end, the last first. */
  afterwards(work: () => unknown): void
}

export interface Journey {
  readonly kind: FaultKind
  readonly seed: number
}

/**
 * Which seeds of which kinds make up so many faults: each kind has its share, and at least one. Kinds take turns, so
 * that a run that is ended early has tried all of them.
 */
export function planJourneys(kinds: readonly FaultKind[], count: number, firstSeed: number): Journey[] {
  const whole = kinds.reduce((sum, { share }) => sum + share, 0)
  const planned = kinds.flatMap((kind) => {
    const seeds = Math.max(1, Math.round((count * kind.share) / whole / kind.faultsPerSeed))
    return Array.from({ length: seeds }, (_, at) => ({ kind, seed: firstSeed + at, turn: (at + 0.5) / seeds }))
  })
  return planned.sort((a, b) => a.turn - b.turn).map(({ kind, seed }) => ({ kind, seed }))
}

export const countFaults = (journeys: readonly Journey[]): number =>
  journeys.reduce((sum, { kind }) => sum + kind.faultsPerSeed, 0)
