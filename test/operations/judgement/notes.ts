import { days, start } from '../../support/memories.js'
import type { Mind } from '../../support/minds.js'

/** Notes on other things. */
export const others = [
  'The invoice of the plumber was paid.',
  'Ben repaired the bicycle chain.',
  'Lisa plays the violin on Mondays.',
  'The tomato plants need more sun.',
]

export interface Note {
  readonly text: string
  readonly answers?: string[]
}

/** Told one after another, a day apart, from one source. Answers with their ids. */
export async function tell(mind: Mind, notes: readonly (string | Note)[]): Promise<string[]> {
  const ids: string[] = []
  for (const note of notes) {
    mind.clock.set(Math.max(mind.clock.now(), start) + days(1))
    ids.push((await mind.call('remember', typeof note === 'string' ? { text: note } : note)).id)
  }
  return ids
}
