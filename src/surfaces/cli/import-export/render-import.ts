import type { ImportReport } from '../../../operations/import-export/import-report.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import { indentWrapped } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'

/** As many as fit on a screen. */
const maxErrors = 20

export function renderImport(report: ImportReport, { style, columns }: Terminal): string[] {
  const { status, imported_count, updated_count, skipped_duplicate_count, unconnected_count } = report
  const isDryRun = status === 'dry_run'
  const parts = [
    `${isDryRun ? 'Would add' : 'Added'} ${plural(imported_count, 'memory', 'memories')}`,
    ...(updated_count === 0 ? [] : [`${isDryRun ? 'update' : 'updated'} ${updated_count}`]),
    ...(skipped_duplicate_count === 0
      ? []
      : [`${skipped_duplicate_count} ${are(skipped_duplicate_count)} already here`]),
    ...(unconnected_count === 0
      ? []
      : [`${plural(unconnected_count, 'link leads', 'links lead')} to memories that are neither in the file nor here`]),
  ]
  return [`${parts.join('; ')}.`, ...renderErrors(report, (text) => indentWrapped(text, columns, 2).map(style.yellow))]
}

function renderErrors({ errors, error_count }: ImportReport, row: (text: string) => string[]): string[] {
  if (error_count === 0) return []
  const shown = errors.slice(0, maxErrors)
  const more = error_count - shown.length
  return [
    `${plural(error_count, 'line', 'lines')} could not be imported:`,
    ...shown.flatMap(({ file, line, reason }) =>
      row(`${file === undefined ? 'line ' : `${toPrintable(file)}:`}${line}: ${toPrintable(reason)}`),
    ),
    ...(more === 0 ? [] : row(`… and ${more} more; --json lists them`)),
  ]
}

const are = (count: number): string => (count === 1 ? 'is' : 'are')
