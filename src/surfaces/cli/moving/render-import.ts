import type { ImportReport } from '../../../operations/moving/import-report.js'
import { indented, plural } from '../rendering/layout.js'
import { toPrintable } from '../rendering/printable.js'
import type { Terminal } from '../terminal.js'

/** As many as fit a screen. */
const mostShown = 20

export function renderImport(report: ImportReport, { style, columns }: Terminal): string[] {
  const { status, imported_count, updated_count, skipped_duplicate_count, unconnected_count } = report
  const isDryRun = status === 'dry_run'
  const parts = [
    `${isDryRun ? 'Would add' : 'Added'} ${plural(imported_count, 'memory', 'memories')}`,
    ...(updated_count === 0 ? [] : [`${isDryRun ? 'bring' : 'brought'} ${updated_count} up to date`]),
    ...(skipped_duplicate_count === 0
      ? []
      : [`${skipped_duplicate_count} ${are(skipped_duplicate_count)} here already`]),
    ...(unconnected_count === 0
      ? []
      : [`${plural(unconnected_count, 'link leads', 'links lead')} to what is neither in the file nor here`]),
  ]
  return [`${parts.join('; ')}.`, ...renderBad(report, (text) => indented(text, columns, 2).map(style.yellow))]
}

function renderBad({ errors, error_count }: ImportReport, row: (text: string) => string[]): string[] {
  if (error_count === 0) return []
  const shown = errors.slice(0, mostShown)
  const more = error_count - shown.length
  return [
    `${plural(error_count, 'line', 'lines')} could not be taken:`,
    ...shown.flatMap(({ file, line, reason }) =>
      row(`${file === undefined ? 'line ' : `${toPrintable(file)}:`}${line}: ${toPrintable(reason)}`),
    ),
    ...(more === 0 ? [] : row(`… and ${more} more; --json lists them`)),
  ]
}

const are = (count: number): string => (count === 1 ? 'is' : 'are')
