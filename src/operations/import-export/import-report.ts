import type { LineOutcome } from './import-memories.js'

interface BadLine {
  /** Set when there is more than one file. */
  readonly file?: string
  readonly line: number
  readonly reason: string
}

/** The counts of an import. */
export interface ImportReport {
  readonly status: 'imported' | 'partial' | 'empty' | 'dry_run'
  readonly imported_count: number
  /** Memories that existed in an earlier version. */
  readonly updated_count: number
  readonly skipped_duplicate_count: number
  readonly error_count: number
  /** The first thousand. */
  readonly errors: readonly BadLine[]
  /** Edges whose other end is neither in the input nor here. */
  readonly unconnected_count: number
}

/** A file with more bad lines is of the wrong kind. */
const maxErrors = 1_000

/** Counts the outcomes; `onOutcome` is called for each. */
export async function reportOn(
  outcomes: AsyncIterable<LineOutcome & { readonly file?: string }>,
  isDryRun: boolean,
  onOutcome: () => void,
): Promise<ImportReport> {
  const counts = { added: 0, updated: 0, duplicate: 0, bad: 0, unconnected: 0 }
  const errors: BadLine[] = []
  for await (const outcome of outcomes) {
    onOutcome()
    counts[outcome.what]++
    if (outcome.what === 'bad' && errors.length < maxErrors) {
      const { file, line, reason } = outcome
      errors.push({ ...(file === undefined ? {} : { file }), line, reason })
    }
  }
  const lines = counts.added + counts.updated + counts.duplicate + counts.bad
  return {
    status: isDryRun ? 'dry_run' : lines === 0 ? 'empty' : counts.bad > 0 ? 'partial' : 'imported',
    imported_count: counts.added,
    updated_count: counts.updated,
    skipped_duplicate_count: counts.duplicate,
    error_count: counts.bad,
    errors,
    unconnected_count: counts.unconnected,
  }
}
