import { type RawData, WebSocket } from 'ws'
import { formatTime } from '../../memory/time.js'
import { toFrame } from '../../memory/workflow/stream/event.js'
import type { FollowedWorkflow } from '../../operations/workflow/follow-workflow.js'
import type { WorkflowDoor } from '../../operations/workflow/workflow-door.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { readStreamQuery } from './stream-query.js'

export interface SocketSurface {
  readonly door: WorkflowDoor
  readonly clock: Clock
  readonly log: Log
  /** WSS6: what may wait for a client that does not read. */
  readonly largestBuffer?: number
  readonly pingMs?: number
}

const close = { done: 1000, goingAway: 1001, slow: 1008, failed: 1011, badRequest: 4400, notFound: 4404 } as const
const largestBuffer = 4 * 1024 * 1024
const pingMs = 30_000

/** WSS1–WSS6: one client's view of a workflow. Ends with the socket; disconnecting cancels nothing. */
export async function serveSocket(socket: WebSocket, url: URL, surface: SocketSurface): Promise<void> {
  const { door, clock, log } = surface
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  socket.on('error', () => socket.terminate())
  keepAlive(socket, surface.pingMs ?? pingMs)

  const query = readStreamQuery(url)
  if ('problem' in query) {
    say('error', query.problem, { code: 'INVALID_REQUEST' })
    socket.close(close.badRequest, query.problem)
    return
  }
  let followed: FollowedWorkflow | undefined
  // Commands may come before the first frame went out.
  const opening = door.follow(query.workflowId, query, gone.signal)
  socket.on('message', (data) => {
    void opening.then(() => command(data)).catch((error: unknown) => log.error('a command failed', { error }))
  })
  try {
    followed = await opening
    if (followed === undefined) {
      say('error', 'There is no such workflow', { code: 'WORKFLOW_NOT_FOUND' })
      socket.close(close.notFound, 'WORKFLOW_NOT_FOUND')
      return
    }
    for await (const events of followed.events) {
      for (const event of events) send(toFrame(event))
      if (socket.bufferedAmount > (surface.largestBuffer ?? largestBuffer)) {
        socket.close(close.slow, 'too slow; resume by cursor')
        return
      }
    }
    if (!gone.signal.aborted) socket.close(close.done)
  } catch (error) {
    log.error('a stream failed', { error })
    socket.close(close.failed)
  }

  async function command(data: RawData): Promise<void> {
    switch (readCommand(data)) {
      case 'get_final':
        followed?.skipToFinal()
        return
      case 'cancel': {
        if (followed === undefined || 'problem' in query) return
        const status = await door.cancel(query.workflowId)
        // The one who cancels hears of it through the stream; of a run that is over, only this tells.
        if (status !== 'cancelled') say('status', `The run is ${status}`, { status })
        return
      }
      default:
        say('error', 'Unknown command; there are get_final and cancel', { code: 'INVALID_COMMAND' })
    }
  }

  /** Besides the stream: with the id that the client has seen last, so that it stays a good cursor. */
  function say(type: 'error' | 'status', message: string, data: Readonly<Record<string, string>>): void {
    send({ id: followed?.after ?? 0, message_id: null, type, message, data, timestamp: formatTime(clock.now()) })
  }

  function send(frame: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
}

function readCommand(data: RawData): unknown {
  try {
    return JSON.parse(String(data)).command
  } catch {
    return undefined
  }
}

/** WSS6: a client that does not answer a ping is gone. */
function keepAlive(socket: WebSocket, everyMs: number): void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate()
    isAlive = false
    socket.ping()
  }, everyMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}
