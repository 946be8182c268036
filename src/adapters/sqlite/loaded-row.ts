/** What the cache keeps of a memory. */
export interface LoadedRow {
  readonly row: number
  readonly id: string
  readonly kind: number
  readonly state: number
  readonly outcome: number
  readonly project: number
  readonly session: number
  readonly scene: number
  readonly happened_at: number
  readonly recorded_at: number
  readonly valid_from: number
  readonly valid_to: number | null
  readonly importance: number
  readonly flags: number
  readonly speaker: number
  readonly length: number
  readonly content_tokens: number
  readonly terms: Uint8Array
  readonly tokens: Uint8Array
}

export const loadedColumns = `row, id, kind, state, outcome, project, session, scene, happened_at, recorded_at, valid_from,
  valid_to, importance, flags, speaker, length, content_tokens, terms, tokens`
