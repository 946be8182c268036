import { Worker } from 'node:worker_threads'
import type { CallMessage, Channel, EngineOf, ReplyMessage, Role, TroubleMessage, WorkerTask } from './channel.js'
import { fromThreadError } from './thread-error.js'

/**
 * Workers make much short-lived garbage; V8's default would let each keep tens of megabytes of it. Where memories are
 * ranked, less room than this costs a third of the time; and what a writer is handed at once has to stay until it is
 * written: in too little room it is moved about again and again.
 */
const youngGenerationMb: Readonly<Record<Role, number>> = { reader: 16, writer: 8 }

/** Emptied once it is answered. */
interface Waiting {
  resolve: ((result: never) => void) | undefined
  reject: ((error: Error) => void) | undefined
}

/** Starts the worker at the first call, and anew if it died. `onTrouble` hears of work that nobody waits for. */
export function openWorkerChannel<R extends Role>(
  task: WorkerTask & { readonly role: R },
  onTrouble: (error: Error) => void,
): Channel<EngineOf<R>> {
  const { role } = task
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let calls = 0
  let closing: Promise<void> | undefined

  function start(): Worker {
    // Without the caller's flags: some, such as `--input-type`, keep a worker from starting.
    const resourceLimits = { maxYoungGenerationSizeMb: youngGenerationMb[role] }
    const options = { workerData: task, execArgv: [], resourceLimits }
    const started = new Worker(new URL('./worker.js', import.meta.url), options)
    started.on('message', (reply: ReplyMessage | TroubleMessage) => {
      if ('trouble' in reply) {
        onTrouble(fromThreadError(reply.trouble))
        return
      }
      const caller = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (waiting.size === 0) started.unref()
      if (caller === undefined) return
      const { resolve, reject } = caller
      // V8 keeps what was in a map until its next full collection, and through these the whole answer.
      caller.resolve = undefined
      caller.reject = undefined
      if ('error' in reply) reject?.(fromThreadError(reply.error))
      else resolve?.(reply.result as never)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', (code) => fail(started, new Error(`the ${role} worker ended with code ${code}`)))
    return started
  }

  function fail(failed: Worker, error: Error): void {
    if (worker !== failed) return
    worker = undefined
    for (const { reject } of waiting.values()) reject?.(error)
    waiting.clear()
  }

  const channel: Channel<EngineOf<R>> = {
    call(name, ...args) {
      worker ??= start()
      const id = ++calls
      const message: CallMessage = { id, name, args }
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        // Waiting for an answer keeps the process alive, an idle worker does not.
        worker?.ref()
        worker?.postMessage(message)
      })
    },
    waiting: () => waiting.size,
    close() {
      closing ??= end().finally(() => {
        closing = undefined
      })
      return closing
    },
  }

  async function end(): Promise<void> {
    if (worker === undefined) return
    await channel.call('close')
    const ending = worker
    // Calls that came after `close` would wait for ever.
    fail(ending, new Error(`the ${role} worker was closed`))
    await ending.terminate()
  }

  return channel
}
