import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Journey } from './fault.js'
import type { Played } from './play.js'

/** A line for each seed that was played. A line that was cut off when the run was ended is played again. */
export function readLedger(path: string): Played[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Played]
      } catch {
        return []
      }
    })
}

export const note = (path: string, played: Played): void => appendFileSync(path, `${JSON.stringify(played)}\n`)

/** What failed is played again: it may have been mended. */
export function without(journeys: readonly Journey[], ledger: readonly Played[]): Journey[] {
  const done = new Set(ledger.filter(({ failure }) => failure === undefined).map(({ kind, seed }) => `${kind} ${seed}`))
  return journeys.filter(({ kind, seed }) => !done.has(`${kind.name} ${seed}`))
}
