import { Worker } from 'node:worker_threads'
import type { Channel, EngineOf } from './channel.js'
import type { BackgroundErrorMessage, CallMessage, ReplyMessage, Role, WorkerOptions } from './messages.js'
import { fromSentError } from './sent-error.js'

/**
 * V8's default would let each worker keep tens of megabytes of short-lived garbage. In less than this, ranking takes a
 * third longer, and large batches are copied again and again before they are written (`npm run bench:speed`).
 */
const youngGenerationMb: Readonly<Record<Role, number>> = { reader: 16, writer: 8 }

/** A call without a reply; both functions are dropped once it has one. */
interface PendingCall {
  resolve: ((result: never) => void) | undefined
  reject: ((error: Error) => void) | undefined
}

/** Starts the worker at the first call, and a new one if it died. `onBackgroundError` gets errors that no call waits for. */
export function openWorkerChannel<R extends Role>(
  options: WorkerOptions & { readonly role: R },
  onBackgroundError: (error: Error) => void,
  onCall: () => void = () => undefined,
): Channel<EngineOf<R>> {
  const { role } = options
  const pending = new Map<number, PendingCall>()
  let worker: Worker | undefined
  let calls = 0
  let closing: Promise<void> | undefined

  function start(): Worker {
    // Some flags of the process, such as `--input-type`, keep a worker from starting, so it gets none.
    const resourceLimits = { maxYoungGenerationSizeMb: youngGenerationMb[role] }
    const workerOptions = { workerData: options, execArgv: [], resourceLimits }
    const started = new Worker(new URL('./worker.js', import.meta.url), workerOptions)
    started.on('message', (reply: ReplyMessage | BackgroundErrorMessage) => {
      if ('backgroundError' in reply) {
        onBackgroundError(fromSentError(reply.backgroundError))
        return
      }
      const call = pending.get(reply.id)
      pending.delete(reply.id)
      if (pending.size === 0) started.unref()
      if (call === undefined) return
      const { resolve, reject } = call
      // V8 keeps deleted entries of a map until its next full collection, and through these functions the whole result.
      call.resolve = undefined
      call.reject = undefined
      if ('error' in reply) reject?.(fromSentError(reply.error))
      else resolve?.(reply.result as never)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', (code) => fail(started, new Error(`the ${role} worker ended with code ${code}`)))
    return started
  }

  function fail(failed: Worker, error: Error): void {
    if (worker !== failed) return
    worker = undefined
    for (const { reject } of pending.values()) reject?.(error)
    pending.clear()
  }

  const channel: Channel<EngineOf<R>> = {
    call(name, ...args) {
      worker ??= start()
      onCall()
      const id = ++calls
      const message: CallMessage = { id, name, args }
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        // A pending call keeps the process alive, an idle worker does not.
        worker?.ref()
        worker?.postMessage(message)
      })
    },
    pending: () => pending.size,
    close() {
      closing ??= shutDown().finally(() => {
        closing = undefined
      })
      return closing
    },
  }

  async function shutDown(): Promise<void> {
    if (worker === undefined) return
    await channel.call('close')
    const ending = worker
    // Calls made after `close` would never be answered.
    fail(ending, new Error(`the ${role} worker was closed`))
    await ending.terminate()
  }

  return channel
}
