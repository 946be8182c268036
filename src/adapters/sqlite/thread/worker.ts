import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { toStoreError } from '../connection/store-errors.js'
import type { CommitResult } from '../write/batch-writer.js'
import { type Engine, openReadingEngine, openWritingEngine } from './engine.js'
import type { BackgroundErrorMessage, CallMessage, ReplyMessage, WorkerOptions } from './messages.js'
import type { SentBatch } from './sent-batch.js'
import { toSentError } from './sent-error.js'

/** Commits in one transaction: bounds how long it holds the lock that other processes wait for. */
const maxGroupedCommits = 512

// A worker always has a parent.
const port = parentPort as MessagePort
const { path, role, endsAt, opened } = workerData as WorkerOptions
let engine: Engine | undefined
const queue: CallMessage[] = []
let isRunning = false
/** Set by `close`: no call may start, because a native call that runs while its thread is terminated aborts the process. */
let isClosed = false

/** Runs one call at a time, also while a call awaits something: two at once would hold twice the memory. */
port.on('message', async (first: CallMessage) => {
  queue.push(first)
  if (isRunning) return
  isRunning = true
  while (!isClosed && queue.length > 0) await answerNext()
  isRunning = false
})

async function answerNext(): Promise<void> {
  for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port)) {
    queue.push(more.message)
  }
  if (queue[0].name !== 'commit') return answer(queue.shift()!)
  let commits = 1
  while (commits < Math.min(queue.length, maxGroupedCommits) && queue[commits].name === 'commit') commits++
  commitGroup(queue.splice(0, commits))
  packWhenIdle()
}

/** Packs segments after the replies are sent; calls that arrive meanwhile run first. */
function packWhenIdle(): void {
  setImmediate(() => {
    try {
      if (engine !== undefined && 'packOne' in engine && engine.packOne()) packWhenIdle()
    } catch (error) {
      // A segment is a copy; the next commit tries again.
      port.postMessage({ backgroundError: toSentError(error) } satisfies BackgroundErrorMessage)
    }
  })
}

/** Runs queued commits in one transaction, which waits for the disk once. */
function commitGroup(calls: readonly CallMessage[]): void {
  let results: CommitResult[]
  try {
    const batches = calls.flatMap(({ args }) => args[0] as readonly SentBatch[])
    results = invoke('commit', [batches]) as CommitResult[]
  } catch (error) {
    for (const { id } of calls) reply({ id, error: toSentError(toStoreError(error, engine?.isSound)) })
    return
  }
  let next = 0
  for (const { id, args } of calls) {
    const own = results.slice(next, next + (args[0] as readonly SentBatch[]).length)
    next += own.length
    reply({ id, result: own.map((each) => ('error' in each ? { error: toSentError(each.error) } : each)) })
  }
}

async function answer({ id, name, args }: CallMessage): Promise<void> {
  try {
    reply({ id, result: await invoke(name, args) })
  } catch (error) {
    reply({ id, error: toSentError(toStoreError(error, engine?.isSound)) })
  }
}

function invoke(name: string, args: readonly unknown[]): unknown {
  if (name === 'close') return close()
  engine ??= role === 'writer' ? openWritingEngine(path, opened) : openReadingEngine(path, endsAt, opened)
  engine.assertUsable(name)
  // `Channel` types the caller's side by the same engine.
  const methods = engine as unknown as Record<string, (...args: readonly unknown[]) => unknown>
  return methods[name](...args)
}

/** A scheduled `packWhenIdle` finds no engine afterwards and does nothing. */
function close(): void {
  const closing = engine
  engine = undefined
  closing?.close()
  isClosed = true
}

function reply(message: ReplyMessage): void {
  port.postMessage(message)
}
