import type { Kind } from '../../memory/memory.js'

/** The memories that a read includes. Plain data, so that every engine can translate it into its queries. */
export interface MemoryFilter {
  readonly kinds?: readonly Kind[]
  readonly session?: string
  /** That project's memories and those without one. Absent: all. */
  readonly project?: string
  /** That project's memories alone; null: those without one. */
  readonly ofProject?: string | null
  /** On T_ref, both inclusive. */
  readonly happenedFrom?: number
  readonly happenedTo?: number
  /** Has all of these tags. */
  readonly tags?: readonly string[]
  /** Equal at the top level of the facets. */
  readonly facets?: { readonly [key: string]: string | number | boolean }
  /** Recorded, valid and active at that moment. Absent: currently valid and active. */
  readonly knownAt?: number
  /** Also memories that are no longer valid, but none that is hidden or archived: a question may ask for the past. */
  readonly includePast?: true
  /** Also memories that are no longer valid, hidden or archived: forgetting includes all of them. */
  readonly includeClosed?: true
}

/** A session and a project. */
export type Scope = Pick<MemoryFilter, 'session' | 'project'>

export interface Page {
  readonly offset: number
  readonly limit: number
}
