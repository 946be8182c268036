import { WorldWeaverError } from '../../errors.js'
import { givenUp, notWorldWeaver, unreachable } from './failures.js'
import { connectMs, type Remote } from './remote.js'
import { startTimer } from './timer.js'
import type { WebSocketConstructor, WebSocketLike } from './web-socket.js'

/** How a socket ended: the server's code, or 1006 where it said none. */
export interface SocketEnd {
  readonly code: number
  /** Undefined: it never opened. */
  readonly openForMs: number | undefined
}

/** A socket that is read at the reader's own pace. */
export interface OpenSocket {
  /** The next that the server says, or how it ended. */
  next(): Promise<{ readonly said: unknown } | SocketEnd>
  close(): void
}

interface SocketOptions {
  readonly signal: AbortSignal | undefined
  /** To be said first. */
  readonly command?: string
  /** Nothing heard for so long, it is taken for dead: a page cannot see the server's pings. */
  readonly quietMs: number
}

/** No code of the protocol: nobody said anything. */
export const quiet = 0
const broken = 1006

export function openSocket(
  path: string,
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
  { signal, command, quietMs }: SocketOptions,
): OpenSocket {
  if (signal?.aborted === true) throw givenUp(signal)
  const socket = construct(WebSocket ?? platformWebSocket(), path, remote)
  const heard: unknown[] = []
  let openedAt: number | undefined
  let end: SocketEnd | undefined
  let wake = () => {}
  let callOff = () => {}

  function expectSomething(): void {
    callOff()
    callOff = startTimer(openedAt === undefined ? Math.min(quietMs, connectMs) : quietMs, () => finish(quiet))
  }
  function finish(code: number): void {
    if (end !== undefined) return
    end = { code, openForMs: openedAt === undefined ? undefined : performance.now() - openedAt }
    callOff()
    signal?.removeEventListener('abort', close)
    wake()
    if (code === quiet) socket.close()
  }
  function close(): void {
    finish(broken)
    socket.close()
  }
  signal?.addEventListener('abort', close)
  socket.addEventListener('open', () => {
    openedAt = performance.now()
    expectSomething()
    if (command !== undefined) socket.send(JSON.stringify({ command }))
  })
  socket.addEventListener('message', ({ data }) => {
    if (end !== undefined) return
    heard.push(data)
    expectSomething()
    wake()
  })
  socket.addEventListener('close', ({ code }) => finish(code))
  socket.addEventListener('error', () => finish(broken))
  expectSomething()

  return {
    async next() {
      if (heard.length === 0 && end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (signal?.aborted === true) throw givenUp(signal)
      // What came before the end is told before it.
      return heard.length > 0 ? { said: parse(heard.shift(), remote) } : end!
    },
    close,
  }
}

function parse(data: unknown, { name }: Remote): unknown {
  try {
    return JSON.parse(String(data))
  } catch (cause) {
    throw notWorldWeaver(name, cause)
  }
}

/** A page that came by https may open no socket without: some throw. */
function construct(WebSocket: WebSocketConstructor, path: string, remote: Remote): WebSocketLike {
  const address = remote.addressOf(path).href.replace(/^http/, 'ws')
  try {
    return new WebSocket(address, protocolsFor(remote))
  } catch (cause) {
    throw unreachable(remote.name, cause)
  }
}

/** Pages can set no header here: the key goes as a subprotocol, of which the server names the other. */
const protocolsFor = ({ key }: Remote): string[] => ['ww.v1', ...(key === undefined ? [] : [`ww.bearer.${key}`])]

function platformWebSocket(): WebSocketConstructor {
  // Node.js 20 has none, and neither have its types.
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor }
  if (WebSocket !== undefined) return WebSocket
  throw new WorldWeaverError(
    'validation_error',
    'There is no WebSocket here: give createClient that of the package ws',
    {
      field: 'WebSocket',
    },
  )
}
