import type { Domain, Facets, Json, JsonObject } from '../memory.js'

// Type aliases, not interfaces: only those are JSON to the compiler.

/** One thing that was done. */
export type Step = {
  /** From 1. */
  readonly order: number
  readonly action: string
  readonly tool: string | null
  readonly parameters: Json
  readonly command?: string
  readonly result?: Json
  /** What else was told about it. */
  readonly other?: JsonObject
}

/** What was said about an execution. */
export type RunWords = {
  readonly error?: string
  readonly context?: string
}

/** One execution, as it was reported. */
export type Run = RunWords & {
  readonly at: string
  readonly success: boolean
  readonly failed_step?: number
  /** The lesson that one which failed became, and that has its words. */
  readonly lesson?: string
}

/** A value that differs between the skills that became one: `{{name}}` in the steps. */
export type Parameter = {
  readonly name: string
  readonly values: readonly Json[]
}

/** A step that only another of the merged skills had: whose, and behind which step (0: before the first). */
export type Variant = {
  readonly from: string
  readonly after: number
  readonly step: Step
}

/** A procedure is a memory of that kind; these are its facets. */
export type Procedure = {
  readonly name: string
  readonly domain: Domain
  readonly trigger_pattern: string
  readonly steps: readonly Step[]
  readonly script: string
  readonly success_rate: number
  readonly execution_count: number
  /** The last ten, oldest first. */
  readonly runs: readonly Run[]
  readonly parameters?: readonly Parameter[]
  readonly variants?: readonly Variant[]
  readonly deprecated?: true
  readonly deprecation_reason?: string
  readonly merged_into?: string
}

/** PRO3: what is not known to work counts as if it did half of the time. */
export const untriedRate = 0.5

/** A procedure of which no steps were told, and which nobody has tried. */
export const untold = {
  domain: 'coding',
  steps: [],
  script: '',
  success_rate: untriedRate,
  execution_count: 0,
  runs: [],
} as const satisfies Partial<Procedure>

/** The facets as a procedure. Those of version 0.1.0 hold less; what others added to them stays. */
export function procedureOf(facets: Facets): Procedure {
  // A procedure's facets are written by this folder and by `facetsOfText`: each key has its type.
  const told = facets as Partial<Procedure>
  return { name: '', trigger_pattern: told.name ?? '', ...untold, ...told }
}
