/** What must be known of a memory to take out of the tables all that only it used. */
export interface ErasedRow {
  readonly row: number
  readonly project: number
  readonly session: number
  readonly speaker: number
  readonly scene: number
  readonly length: number
  readonly language: string | null
  readonly terms: Uint8Array
  readonly tags: string
  readonly facets: string
}
