import { z } from 'zod'
import type { LineOutcome } from '../../moving/import-memories.js'

/** A payload of thousands of bad lines is of the wrong kind; nobody reads them all. `error_count` has them all. */
export const mostErrors = 1_000

/** GWT14: what became of the lines, in the contract's keys. */
export const takenInFields = {
  imported_count: z.int(),
  imported_ids: z.array(z.string()),
  /** Memories that were here at an earlier version. */
  updated_count: z.int(),
  error_count: z.int(),
  errors: z.array(z.object({ line: z.int(), error: z.string() })),
  skipped_duplicate_count: z.int(),
  skipped_duplicates: z.array(z.object({ line: z.int(), id: z.string() })),
  /** Links whose other end is neither in the lines nor here. */
  unconnected_count: z.int(),
}
const takenIn = z.object(takenInFields)
type TakenIn = z.output<typeof takenIn>

export function toTakenIn(outcomes: readonly LineOutcome[]): TakenIn {
  const of = (what: LineOutcome['what']) => outcomes.filter((outcome) => outcome.what === what)
  const imported = outcomes.flatMap((outcome) => (outcome.what === 'added' ? [outcome.id] : []))
  const duplicates = outcomes.flatMap((outcome) =>
    outcome.what === 'duplicate' ? [{ line: outcome.line, id: outcome.id }] : [],
  )
  const errors = toErrors(outcomes)
  return {
    imported_count: imported.length,
    imported_ids: imported,
    updated_count: of('updated').length,
    error_count: errors.length,
    errors: errors.slice(0, mostErrors),
    skipped_duplicate_count: duplicates.length,
    skipped_duplicates: duplicates,
    unconnected_count: of('unconnected').length,
  }
}

export const toErrors = (outcomes: readonly LineOutcome[]): TakenIn['errors'] =>
  outcomes.flatMap((outcome) => (outcome.what === 'bad' ? [{ line: outcome.line, error: outcome.reason }] : []))
