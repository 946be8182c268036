import { WebSocket } from 'ws'
import { WorldWeaverError } from '../../errors.js'
import { formatTime } from '../../memory/time.js'
import { endsRun, toFrame, type WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { FollowedWorkflow } from '../../operations/workflow/follow-workflow.js'
import type { WorkflowCalls } from '../../operations/workflow/workflow-door.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { closeCodes } from './close-codes.js'
import { readStreamQuery } from './stream-query.js'
import { takeCommands } from './take-commands.js'

export interface SocketSurface {
  readonly door: WorkflowCalls
  /** Whether whoever opened the socket would still be let in. */
  readonly isAdmitted: () => Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<SocketLimits>
}

export interface SocketLimits {
  /** WSS6: so many bytes may wait for a client; with more, it must have read within `patienceMs`. */
  readonly largestBuffer: number
  readonly patienceMs: number
  readonly pingMs: number
}

const usualLimits: SocketLimits = { largestBuffer: 1024 * 1024, patienceMs: 10_000, pingMs: 30_000 }

/** WSS1–WSS6: one client's view of a workflow. Ends with the socket; disconnecting cancels nothing. */
export async function serveSocket(socket: WebSocket, url: URL, surface: SocketSurface): Promise<void> {
  const { door, clock, log } = surface
  const limits = { ...usualLimits, ...surface.limits }
  let followed: FollowedWorkflow | undefined
  let last: WorkflowEvent | undefined
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  // The socket closes by itself, and says why: 1009 for a command that is too long.
  socket.on('error', (error) => log.debug('a socket failed', { error }))
  keepAlive(socket, limits)
  const looking = setInterval(() => void isStillAdmitted().catch(fail), limits.pingMs).unref()
  socket.once('close', () => clearInterval(looking))

  const query = readStreamQuery(url)
  if ('problem' in query) {
    void say('error', query.problem, { code: 'INVALID_REQUEST' })
    socket.close(closeCodes.badRequest, query.problem)
    return
  }
  // Commands may come before the first frame went out.
  const opening = door.follow(query.workflowId, query, gone.signal)
  takeCommands(socket, opening, (told) =>
    command(told).catch((error: unknown) => log.error('a command failed', { error })),
  )
  try {
    followed = await opening
    if (followed === undefined) {
      void say('error', 'There is no such workflow', { code: 'WORKFLOW_NOT_FOUND' })
      socket.close(closeCodes.notFound, 'WORKFLOW_NOT_FOUND')
      return
    }
    for await (const events of followed.events) {
      if (!(await isStillAdmitted())) return
      for (const event of events) {
        last = event
        if (!(await deliver(toFrame(event)))) return
      }
    }
    if (!gone.signal.aborted) socket.close(closeCodes.done)
  } catch (error) {
    fail(error)
  }

  function fail(error: unknown): void {
    log.error('a stream failed', { error })
    socket.close(closeCodes.failed)
  }

  /** WSS6: a key that expired or was revoked meanwhile hears nothing more. */
  async function isStillAdmitted(): Promise<boolean> {
    if (socket.readyState !== WebSocket.OPEN || (await surface.isAdmitted())) return true
    void say('error', 'The key is not valid any more', { code: 'UNAUTHORIZED' })
    socket.close(closeCodes.unauthorized, 'UNAUTHORIZED')
    return false
  }

  async function command(told: unknown): Promise<void> {
    if (!(await isStillAdmitted())) return
    switch (told) {
      case 'get_final':
        followed?.skipToFinal()
        return
      case 'cancel': {
        if (followed === undefined || 'problem' in query) return
        const cancelled = await cancel(query.workflowId)
        if (cancelled === undefined) return
        const { status, messageId } = cancelled
        // The one who cancels hears of it through the stream, and after its end there is nothing to say (WSS3). The end
        // of an earlier run is none: the whole conversation may be told.
        const isAtEnd = last?.messageId === messageId && endsRun(last)
        const isToldAlready = status === 'cancelled' || isAtEnd
        if (!isToldAlready) await say('status', `The run is ${status}`, { status })
        return
      }
      default:
        await say('error', 'Unknown command; there are get_final and cancel', { code: 'INVALID_COMMAND' })
    }
  }

  /** Undefined when the key is for reading only, which the client is told: it may still follow. */
  async function cancel(workflowId: string): Promise<Awaited<ReturnType<WorkflowCalls['cancel']>> | undefined> {
    try {
      return await door.cancel(workflowId)
    } catch (error) {
      if (!(error instanceof WorldWeaverError && error.code === 'forbidden')) throw error
      await say('error', error.message, { code: 'FORBIDDEN' })
      return undefined
    }
  }

  /** Besides the stream: with the id that the client has seen last, so that it stays a good cursor. */
  function say(type: 'error' | 'status', message: string, data: Readonly<Record<string, string>>): Promise<boolean> {
    const seen = { id: last?.id ?? followed?.from ?? 0, message_id: last?.messageId ?? null }
    return deliver({ ...seen, type, message, data, timestamp: formatTime(clock.now()) })
  }

  /** WSS6: whether the client takes what it is told; one that does not is cut off. */
  async function deliver(frame: object): Promise<boolean> {
    if (await hasRead(send(frame))) return true
    socket.close(closeCodes.slow, 'too slow; resume by cursor')
    return false
  }

  /** When the frame has left this process, or cannot any more. */
  function send(frame: object): Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve) => socket.send(JSON.stringify(frame), () => resolve()))
  }

  /** WSS6: whether the client still reads. A replay may be longer than the buffer: who reads gets all of it. */
  async function hasRead(sent: Promise<void>): Promise<boolean> {
    if (socket.bufferedAmount <= limits.largestBuffer) return true
    let timer: NodeJS.Timeout | undefined
    const stalled = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limits.patienceMs)
    })
    const isRead = await Promise.race([sent.then(() => true), stalled])
    clearTimeout(timer)
    return isRead
  }
}

/** WSS6: a client that does not answer a ping is gone. Its own are answered as long as it reads the answers. */
function keepAlive(socket: WebSocket, { pingMs, largestBuffer }: SocketLimits): void {
  let isAlive = true
  socket.on('ping', (data) => {
    if (socket.bufferedAmount <= largestBuffer) socket.pong(data)
  })
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}
