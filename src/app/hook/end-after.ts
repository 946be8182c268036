import { Worker } from 'node:worker_threads'

/**
 * Kills this process after a time, whatever it does: a timer of its own thread would never come while that is busy. For
 * processes that nobody waits for. An answered write is durable, and the rest of the work is lost, as after any crash.
 */
export function endAfter(ms: number): void {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Math.max(1, Math.round(ms))})`
  const watchdog = new Worker(program, { eval: true, name: 'deadline' })
  watchdog.on('error', () => undefined)
  watchdog.unref()
}
