/** WPL3: a stretch of time that boosts what happened in it and hides nothing. Milliseconds UTC, the end excluded. */
export interface TimeHint {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly recursYearly: boolean
}

/** What memory is asked for. The weights sum to 1. */
export interface Subquery {
  readonly text: string
  readonly lexicalWeight: number
  readonly denseWeight: number
  readonly timeHints: readonly TimeHint[]
}
