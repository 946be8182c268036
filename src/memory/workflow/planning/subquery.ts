/** WPL3: a time span that boosts memories from it and hides nothing. Milliseconds UTC, the end is exclusive. */
export interface TimeHint {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly recursYearly: boolean
}

/** One search of memory. The weights sum to 1. */
export interface Subquery {
  readonly text: string
  readonly lexicalWeight: number
  readonly denseWeight: number
  readonly timeHints: readonly TimeHint[]
}
