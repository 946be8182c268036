import { constants } from 'node:os'
import { messageOf } from '../../errors.js'

/** SIGHUP is sent when the terminal is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Work = () => unknown

const works: Work[] = []

/** `work` is done before Ctrl-C, or another end from outside, ends the process. Returns what takes that back. */
export function beforeEnding(work: Work): () => void {
  if (works.length === 0) for (const signal of signals) process.on(signal, end)
  works.push(work)
  return () => {
    const at = works.indexOf(work)
    if (at >= 0) works.splice(at, 1)
    if (works.length === 0) for (const signal of signals) process.off(signal, end)
  }
}

/** The last first: it may need what was begun before it. One that fails does not keep the others from it. */
async function end(signal: NodeJS.Signals): Promise<void> {
  for (const work of works.toReversed()) {
    try {
      await work()
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`)
    }
  }
  // Shells report the end by a signal as 128 plus its number.
  process.exit(128 + constants.signals[signal])
}
