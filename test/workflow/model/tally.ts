import { writeFileSync } from 'node:fs'
import type { Ending } from './expected.js'

/** What was played, so that a run of the model can be told apart from one that did nothing. */
export class Tally {
  #sequences = 0
  readonly #commands = new Map<string, number>()
  readonly #ended = new Map<string, number>()

  /** Its first word: where it is given is not counted apart. */
  countCommand(command: string): void {
    count(this.#commands, /^\d* ?(\w+)/.exec(command)?.[1] ?? command)
  }

  /** A sequence that was played to its end, with all that was checked afterwards. */
  countSequence(ended: Iterable<Ending>): void {
    this.#sequences++
    for (const how of ended) count(this.#ended, how)
  }

  /** For `npm run test:workflow-model`, which makes a table of it. */
  write(path: string): void {
    const { fromEntries } = Object
    const told = { sequences: this.#sequences, commands: fromEntries(this.#commands), ended: fromEntries(this.#ended) }
    writeFileSync(path, JSON.stringify(told))
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
