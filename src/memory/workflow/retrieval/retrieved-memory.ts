/** WPL5: a retrieved memory as it is sent over the wire. */
export interface RetrievedMemory {
  readonly id: string
  readonly content: string
  readonly type: string
  /** Its best relevance over the sub-queries. */
  readonly score: number
  readonly tags: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly session_id: string
  /** Texts of the sub-queries that found it, in the plan's order. */
  readonly subqueries_matched: readonly string[]
  readonly relations: readonly Relation[]
}

interface Relation {
  readonly type: string
  readonly target_id: string
  readonly weight: number
}
