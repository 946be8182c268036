import { WebSocket } from 'ws'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** What `POST /workflow/execute` answers when it takes the message. */
export interface Executed {
  readonly workflow_id: string
  readonly message_id: string
  readonly status: string
  readonly clarification_question: string | null
  readonly message: string
}

/** Such as `Authorization`. */
type More = Readonly<Record<string, string>>

export async function post(url: string, path: string, body: unknown, more?: More): Promise<Answer> {
  return postRaw(url, path, JSON.stringify(body), more)
}

/** Bytes as they are. */
export async function postRaw(url: string, path: string, body: RequestInit['body'], more: More = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...more }
  const response = await fetch(`${url}/workflow/${path}`, { method: 'POST', headers, body: body ?? null })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

/** A message that must be taken. */
export async function execute(
  url: string,
  body: Readonly<Record<string, unknown>>,
  more: More = {},
): Promise<Executed> {
  const answer = await post(url, 'execute', body, more)
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as unknown as Executed
}

export interface Frame {
  readonly id: number
  readonly message_id: string | null
  readonly type: 'progress' | 'status' | 'memories' | 'complete' | 'error'
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly timestamp: string
}

/** A client's end of a stream. */
export interface Stream {
  readonly socket: WebSocket
  /** All that came so far. */
  readonly frames: readonly Frame[]
  /** The first frame that is so, as soon as it is there; rejects when the socket closes without one. */
  until(isWanted: (frame: Frame) => boolean): Promise<Frame>
  send(command: unknown): void
  readonly opened: Promise<void>
  /** Why the socket closed. */
  readonly closed: Promise<number>
}

export function openStream(url: string, workflowId: string, query = '', headers: More = {}): Stream {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/workflow/ws/${workflowId}${query}`, { headers })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const each of waiting) each()
  }
  let code: number | undefined
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) =>
    socket.once('close', (reason) => {
      code = reason
      wake()
      resolve(reason)
    }),
  )
  const opened = new Promise<void>((resolve) => socket.once('open', () => resolve()))
  return {
    socket,
    frames,
    opened,
    closed,
    send: (command) => socket.send(typeof command === 'string' ? command : JSON.stringify(command)),
    until: (isWanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = frames.find(isWanted)
          if (found === undefined && code === undefined) return
          waiting.delete(look)
          if (found !== undefined) resolve(found)
          else reject(new Error(`closed with ${code} after ${frames.map(({ type }) => type).join(', ')}`))
        }
        waiting.add(look)
        look()
      }),
  }
}

/** All that a stream tells until it closes. */
export async function readStream(url: string, workflowId: string, query = ''): Promise<Frame[]> {
  const stream = openStream(url, workflowId, query)
  const code = await stream.closed
  if (code !== 1000) throw new Error(`closed with ${code}`)
  return [...stream.frames]
}

export const typesOf = (frames: readonly Frame[]): string[] => frames.map(({ type }) => type)
export const idsOf = (frames: readonly Frame[]): number[] => frames.map(({ id }) => id)
export const isOf =
  (type: Frame['type']) =>
  (frame: Frame): boolean =>
    frame.type === type
