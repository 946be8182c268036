import { type ImportReport, reportOn } from '../../../operations/import-export/import-report.js'
import { showProgress } from '../progress.js'
import { plural } from '../quantities.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import type { History } from './history.js'

/** Imports a history and shows a progress bar. */
export async function importHistory(
  history: History,
  memory: OpenMemory,
  { dryRun, ...options }: GlobalOptions & { readonly dryRun: boolean },
  { stderr, errorTerminal }: Pick<CliSurface, 'stderr' | 'errorTerminal'>,
): Promise<ImportReport> {
  const progress = showProgress(stderr, errorTerminal)
  let read = 0
  let imported = 0
  function show(): void {
    imported++
    const words = `${plural(imported, 'memory', 'memories')} from ${history.source}`
    progress.show(history.bytes === 0 ? undefined : Math.min(1, read / history.bytes), words)
  }
  try {
    const project = options.project ?? (history.hasProjects ? '*' : undefined)
    const input = { session_id: options.session, project, dry_run: dryRun }
    const records = history.read((bytes) => {
      read += bytes
    })
    return await reportOn(memory.importForeign(records, input), dryRun, show)
  } finally {
    progress.end()
  }
}
