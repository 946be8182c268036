import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { CommitResult } from './batch-writer.js'
import type { CallMessage, ReplyMessage, TroubleMessage, WorkerTask } from './channel.js'
import { type Engine, openReadingEngine, openWritingEngine } from './engine.js'
import type { SentBatch } from './thread-batch.js'
import { toThreadError } from './thread-error.js'
import { toTrouble } from './trouble.js'

/** Bounds how long one transaction holds the lock that other processes wait for. */
const longestGroup = 512

// A worker always has a parent.
const port = parentPort as MessagePort
const { path, role, endsAt } = workerData as WorkerTask
let engine: Engine | undefined
const waiting: CallMessage[] = []

let isAtWork = false

/** One after the other, also when one waits for something: the next would find the first one's garbage beside its own. */
port.on('message', async (first: CallMessage) => {
  waiting.push(first)
  if (isAtWork) return
  isAtWork = true
  while (waiting.length > 0) await answerNext()
  isAtWork = false
})

async function answerNext(): Promise<void> {
  for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port)) {
    waiting.push(more.message)
  }
  if (waiting[0].name !== 'commit') return answer(waiting.shift()!)
  let together = 1
  while (together < Math.min(waiting.length, longestGroup) && waiting[together].name === 'commit') together++
  commitTogether(waiting.splice(0, together))
  packWhenIdle()
}

/** After the answers: nobody waits for it, and whatever arrives meanwhile comes first. */
function packWhenIdle(): void {
  setImmediate(() => {
    try {
      if (engine !== undefined && 'packOne' in engine && engine.packOne()) packWhenIdle()
    } catch (error) {
      // A segment is a copy; the next commit tries again.
      port.postMessage({ trouble: toThreadError(error) } satisfies TroubleMessage)
    }
  })
}

/** Commits that were waiting share one transaction: the disk is waited for once. */
function commitTogether(calls: readonly CallMessage[]): void {
  let results: CommitResult[]
  try {
    const batches = calls.flatMap(({ args }) => args[0] as readonly SentBatch[])
    results = invoke('commit', [batches]) as CommitResult[]
  } catch (error) {
    for (const { id } of calls) reply({ id, error: toThreadError(toTrouble(error, engine?.isSound)) })
    return
  }
  let next = 0
  for (const { id, args } of calls) {
    const own = results.slice(next, next + (args[0] as readonly SentBatch[]).length)
    next += own.length
    reply({ id, result: own.map((each) => ('error' in each ? { error: toThreadError(each.error) } : each)) })
  }
}

async function answer({ id, name, args }: CallMessage): Promise<void> {
  try {
    reply({ id, result: await invoke(name, args) })
  } catch (error) {
    reply({ id, error: toThreadError(toTrouble(error, engine?.isSound)) })
  }
}

function invoke(name: string, args: readonly unknown[]): unknown {
  if (name === 'close') return close()
  engine ??= role === 'writer' ? openWritingEngine(path) : openReadingEngine(path, endsAt)
  engine.assertKnown()
  // The other end of the channel is typed by the same engine.
  const methods = engine as unknown as Record<string, (...args: readonly unknown[]) => unknown>
  return methods[name](...args)
}

/** Packing may still wait for its turn: it finds nothing to do it with. */
function close(): void {
  const closing = engine
  engine = undefined
  closing?.close()
}

function reply(message: ReplyMessage): void {
  port.postMessage(message)
}
