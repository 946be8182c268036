import type { Domain, Facets, Json, JsonObject } from '../memory.js'

// Type aliases, since TypeScript does not accept interfaces as JSON.

/** One step of a procedure. */
export type Step = {
  /** From 1. */
  readonly order: number
  readonly action: string
  readonly tool: string | null
  readonly parameters: Json
  readonly command?: string
  readonly result?: Json
  /** Further properties of the step. */
  readonly other?: JsonObject
}

/** The reported text about an execution. */
export type RunWords = {
  readonly error?: string
  readonly context?: string
}

/** One execution, as it was reported. */
export type Run = RunWords & {
  readonly at: string
  readonly success: boolean
  readonly failed_step?: number
  /** The id of the lesson of a failed run, which has its words. */
  readonly lesson?: string
}

/** A value that differs between merged skills: `{{name}}` in the steps. */
export type Parameter = {
  readonly name: string
  readonly values: readonly Json[]
}

/** A step that only another merged skill had: its id, and after which step it comes (0: before the first). */
export type Variant = {
  readonly from: string
  readonly after: number
  readonly step: Step
}

/** The facets of a procedure. */
export type Procedure = {
  readonly name: string
  readonly domain: Domain
  readonly trigger_pattern: string
  readonly steps: readonly Step[]
  readonly script: string
  readonly success_rate: number
  readonly execution_count: number
  /** Every one, oldest first. */
  readonly runs: readonly Run[]
  readonly parameters?: readonly Parameter[]
  readonly variants?: readonly Variant[]
  readonly deprecated?: true
  readonly deprecation_reason?: string
  readonly merged_into?: string
  /** The ids of skills that it was merged into and brought back from. */
  readonly apart_from?: readonly string[]
}

/** PRO3: the assumed success rate of an untried skill. */
export const untriedRate = 0.5

/** A procedure without steps that has not been tried. */
export const emptyProcedure = {
  domain: 'coding',
  steps: [],
  script: '',
  success_rate: untriedRate,
  execution_count: 0,
  runs: [],
} as const satisfies Partial<Procedure>

/** Reads the facets of a procedure. Those of version 0.1.0 have fewer keys; unknown keys stay. */
export function procedureOf(facets: Facets): Procedure {
  // Only this folder and `facetsOfText` write these facets, so that each key has its type.
  const stored = facets as Partial<Procedure>
  return { name: '', trigger_pattern: stored.name ?? '', ...emptyProcedure, ...stored }
}
