import { z } from 'zod'
import type { LineOutcome } from '../../import-export/import-memories.js'

/** How many errors are listed; `error_count` counts all. Thousands of bad lines mean the wrong kind of file. */
export const maxErrors = 1_000

/** GWT14: the outcome of an import. */
export const importResultFields = {
  imported_count: z.int(),
  imported_ids: z.array(z.string()),
  /** Memories that were stored at an earlier version. */
  updated_count: z.int(),
  error_count: z.int(),
  errors: z.array(z.object({ line: z.int(), error: z.string() })),
  skipped_duplicate_count: z.int(),
  skipped_duplicates: z.array(z.object({ line: z.int(), id: z.string() })),
  /** Links whose other end is neither in the lines nor stored. */
  unconnected_count: z.int(),
}
const importResult = z.object(importResultFields)
type ImportResult = z.output<typeof importResult>

export function toImportResult(outcomes: readonly LineOutcome[]): ImportResult {
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
    errors: errors.slice(0, maxErrors),
    skipped_duplicate_count: duplicates.length,
    skipped_duplicates: duplicates,
    unconnected_count: of('unconnected').length,
  }
}

export const toErrors = (outcomes: readonly LineOutcome[]): ImportResult['errors'] =>
  outcomes.flatMap((outcome) => (outcome.what === 'bad' ? [{ line: outcome.line, error: outcome.reason }] : []))
