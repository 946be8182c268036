import { Worker } from 'node:worker_threads'

interface Deadline {
  /** Begins the time anew. */
  renew(): void
}

/**
 * Kills this process after a time, whatever it does: a timer of its own thread would never come while that is busy. For
 * processes that nobody waits for. An answered write is durable, and the rest of the work is lost, as after any crash.
 */
export function endAfter(ms: number): Deadline {
  const program = `
    const { parentPort } = require('node:worker_threads')
    const begin = () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Math.max(1, Math.round(ms))})
    let timer = begin()
    parentPort.on('message', () => {
      clearTimeout(timer)
      timer = begin()
    })`
  const watchdog = new Worker(program, { eval: true, name: 'deadline', execArgv: [] })
  watchdog.on('error', () => undefined)
  watchdog.unref()
  return { renew: () => watchdog.postMessage(null) }
}
