import { WebSocket } from 'ws'
import { WorldWeaverError } from '../../errors.js'
import { formatTime } from '../../memory/time.js'
import { endsRun, toFrame, type WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { FollowedWorkflow } from '../../operations/workflow/follow-workflow.js'
import type { WorkflowCalls } from '../../operations/workflow/workflow-door.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { closeCodes } from './close-codes.js'
import { readCommands } from './read-commands.js'
import { readStreamQuery } from './stream-query.js'

export interface SocketSurface {
  readonly door: WorkflowCalls
  /** Whether the key that opened the socket is still valid. */
  readonly isAdmitted: () => Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Partial<SocketLimits>
}

export interface SocketLimits {
  /** WSS6: with more unread bytes than this, the client must read within `readTimeoutMs`. */
  readonly maxBufferBytes: number
  readonly readTimeoutMs: number
  readonly pingMs: number
}

const defaultLimits: SocketLimits = { maxBufferBytes: 1024 * 1024, readTimeoutMs: 10_000, pingMs: 30_000 }

/** WSS1–WSS6: one client's view of a workflow. Ends with the socket; disconnecting cancels nothing. */
export async function serveSocket(socket: WebSocket, url: URL, surface: SocketSurface): Promise<void> {
  const { door, clock, log } = surface
  const limits = { ...defaultLimits, ...surface.limits }
  let followed: FollowedWorkflow | undefined
  let last: WorkflowEvent | undefined
  const disconnected = new AbortController()
  socket.once('close', () => disconnected.abort())
  // ws closes the socket itself, with 1009 for a command that is too long.
  socket.on('error', (error) => log.debug('a socket failed', { error }))
  keepAlive(socket, limits)
  const keyCheck = setInterval(() => void isStillAdmitted().catch(fail), limits.pingMs).unref()
  socket.once('close', () => clearInterval(keyCheck))

  const query = readStreamQuery(url)
  if ('problem' in query) {
    void sendNotice('error', query.problem, { code: 'INVALID_REQUEST' })
    socket.close(closeCodes.badRequest, query.problem)
    return
  }
  // Commands may arrive before the first frame is sent.
  const opening = door.follow(query.workflowId, query, disconnected.signal)
  readCommands(socket, opening, (name) =>
    command(name).catch((error: unknown) => log.error('a command failed', { error })),
  )
  try {
    followed = await opening
    if (followed === undefined) {
      void sendNotice('error', 'There is no such workflow', { code: 'WORKFLOW_NOT_FOUND' })
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
    if (!disconnected.signal.aborted) socket.close(closeCodes.done)
  } catch (error) {
    fail(error)
  }

  function fail(error: unknown): void {
    log.error('a stream failed', { error })
    socket.close(closeCodes.failed)
  }

  /** WSS6: a key that has expired or been revoked receives nothing more. */
  async function isStillAdmitted(): Promise<boolean> {
    if (socket.readyState !== WebSocket.OPEN || (await surface.isAdmitted())) return true
    void sendNotice('error', 'The key is no longer valid', { code: 'UNAUTHORIZED' })
    socket.close(closeCodes.unauthorized, 'UNAUTHORIZED')
    return false
  }

  async function command(name: unknown): Promise<void> {
    if (!(await isStillAdmitted())) return
    switch (name) {
      case 'get_final':
        followed?.skipToFinal()
        return
      case 'cancel': {
        if (followed === undefined || 'problem' in query) return
        const cancelled = await cancel(query.workflowId)
        if (cancelled === undefined) return
        const { status, messageId } = cancelled
        // The stream itself reports a cancelled run, and nothing follows its end (WSS3). The last frame may be the end of
        // an earlier run, because a cursor replays the whole conversation.
        const hasEnded = last?.messageId === messageId && endsRun(last)
        if (status !== 'cancelled' && !hasEnded) await sendNotice('status', `The run is ${status}`, { status })
        return
      }
      default:
        await sendNotice('error', 'Unknown command: use get_final or cancel', { code: 'INVALID_COMMAND' })
    }
  }

  /** Undefined if the key may only read: the client gets an error and can still follow. */
  async function cancel(workflowId: string): Promise<Awaited<ReturnType<WorkflowCalls['cancel']>> | undefined> {
    try {
      return await door.cancel(workflowId)
    } catch (error) {
      if (!(error instanceof WorldWeaverError && error.code === 'forbidden')) throw error
      await sendNotice('error', error.message, { code: 'FORBIDDEN' })
      return undefined
    }
  }

  /** Sends a frame outside the stream, with the last id of the stream, so that the client's cursor stays valid. */
  function sendNotice(
    type: 'error' | 'status',
    message: string,
    data: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const seen = { id: last?.id ?? followed?.from ?? 0, message_id: last?.messageId ?? null }
    return deliver({ ...seen, type, message, data, timestamp: formatTime(clock.now()) })
  }

  /** WSS6: closes the socket of a client that does not read. */
  async function deliver(frame: object): Promise<boolean> {
    if (await hasRead(send(frame))) return true
    socket.close(closeCodes.slow, 'too slow; resume by cursor')
    return false
  }

  /** Resolves when the frame has left this process or the socket has failed. */
  function send(frame: object): Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve) => socket.send(JSON.stringify(frame), () => resolve()))
  }

  /** WSS6: whether the client still reads. A replay may exceed the buffer, so a client that reads gets all of it. */
  async function hasRead(sent: Promise<void>): Promise<boolean> {
    if (socket.bufferedAmount <= limits.maxBufferBytes) return true
    let timer: NodeJS.Timeout | undefined
    const stalled = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limits.readTimeoutMs)
    })
    const isRead = await Promise.race([sent.then(() => true), stalled])
    clearTimeout(timer)
    return isRead
  }
}

/** WSS6: terminates a client that does not answer pings. The client's pings are answered while it reads. */
function keepAlive(socket: WebSocket, { pingMs, maxBufferBytes }: SocketLimits): void {
  let isAlive = true
  socket.on('ping', (data) => {
    if (socket.bufferedAmount <= maxBufferBytes) socket.pong(data)
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
