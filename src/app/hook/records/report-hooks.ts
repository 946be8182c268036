import type { HookHistory } from '../../../surfaces/cli/hooks/hook-report.js'
import { failedKeeps } from '../session-notes.js'
import { countHooks } from './count-hooks.js'
import { readHookRecords } from './hook-records.js'
import { readReceipts } from './receipts.js'

const maxLatest = 10

/** `ww hooks`: what hooks did since a time. */
export function reportHooks(dataDir: string, since: number): HookHistory {
  const records = readHookRecords(dataDir).filter(({ at }) => Date.parse(at) >= since)
  const receipts = readReceipts(dataDir)
  const of = (moment: string) => countHooks(records.filter(({ hook }) => hook === moment))
  return {
    since: new Date(since).toISOString(),
    total: countHooks(records),
    by_moment: { start: of('start'), prompt: of('prompt'), failure: of('failure') },
    told: records
      .filter(({ outcome }) => outcome === 'spoke')
      .slice(-maxLatest)
      .reverse()
      .map(({ at, hook, tokens, ids }) => ({ at, hook, tokens, ids })),
    kept: receipts
      .toReversed()
      .map(({ at, project, id, told, isUndone }) => ({ at, project, id, told, undone: isUndone })),
    not_kept: failedKeeps(dataDir),
  }
}
