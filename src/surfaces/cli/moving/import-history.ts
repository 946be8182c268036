import { type ImportReport, reportOn } from '../../../operations/moving/import-report.js'
import { showProgress } from '../progress.js'
import { plural } from '../rendering/layout.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import type { History } from './history.js'

/** Takes a history in, with a bar that shows how far it is. */
export async function importHistory(
  history: History,
  mind: OpenMemory,
  { dryRun, ...options }: GlobalOptions & { readonly dryRun: boolean },
  { stderr, errorTerminal }: Pick<CliSurface, 'stderr' | 'errorTerminal'>,
): Promise<ImportReport> {
  const progress = showProgress(stderr, errorTerminal)
  let read = 0
  let taken = 0
  function show(): void {
    taken++
    const words = `${plural(taken, 'memory', 'memories')} from ${history.source}`
    progress.show(history.bytes === 0 ? undefined : Math.min(1, read / history.bytes), words)
  }
  try {
    const project = options.project ?? (history.knowsProjects ? '*' : undefined)
    const input = { session_id: options.session, project, dry_run: dryRun }
    const records = history.read((bytes) => {
      read += bytes
    })
    return await reportOn(mind.importForeign(records, input), dryRun, show)
  } finally {
    progress.end()
  }
}
