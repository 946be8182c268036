import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../support/random.js'
import type { Ground, Journey, Verdict } from './fault.js'

/** What became of one seed of a kind: a line of the ledger. */
export interface Played {
  readonly kind: string
  readonly seed: number
  readonly verdicts: readonly Verdict[]
  readonly failure?: string
}

async function play({ kind, seed }: Journey): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'ww-fault-'))
  const endings: (() => unknown)[] = []
  const ground: Ground = {
    newFolder: () => mkdtempSync(join(folder, 'store-')),
    afterwards: (work) => void endings.push(work),
  }
  const told = { kind: kind.name, seed }
  try {
    const verdicts = await kind.run(createRandom(hash(kind.name) ^ seed), ground)
    if (verdicts.length === kind.faultsPerSeed) return { ...told, verdicts }
    return { ...told, verdicts, failure: `${verdicts.length} faults instead of ${kind.faultsPerSeed}` }
  } catch (error) {
    return { ...told, verdicts: [], failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    for (const end of endings.reverse()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Several at a time, until there are no more or the time is up. */
export async function playAll(
  journeys: readonly Journey[],
  { lanes, until, onPlayed }: { lanes: number; until: number; onPlayed(played: Played): void },
): Promise<void> {
  const waiting = journeys.values()
  const lane = async () => {
    for (const journey of waiting) {
      if (Date.now() > until) return
      onPlayed(await play(journey))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** FNV-1a: the same seed means something else to each kind. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
  return value >>> 0
}
