import { invalid } from '../../errors.js'
import { aborted, notWorldWeaver, unreachable } from './failures.js'
import { connectMs, type Remote } from './remote.js'
import { startTimer } from './timer.js'
import type { WebSocketConstructor, WebSocketLike } from './web-socket.js'

/** The close code of a socket; 1006 if the server sent none. */
export interface SocketEnd {
  readonly code: number
  /** Undefined if it never opened. */
  readonly openForMs: number | undefined
}

/** A socket that buffers messages until the reader takes them. */
export interface OpenSocket {
  /** The next message, parsed, or the end. */
  next(): Promise<{ readonly data: unknown } | SocketEnd>
  close(): void
}

interface SocketOptions {
  readonly signal: AbortSignal | undefined
  /** Sent when the socket opens. */
  readonly command?: string
  /** Without a message for this long the connection counts as dead: pages cannot see the server's pings. */
  readonly quietMs: number
}

/** Our own code for a silent connection; WebSocket does not use 0. */
export const quiet = 0
const broken = 1006

export function openSocket(
  path: string,
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
  { signal, command, quietMs }: SocketOptions,
): OpenSocket {
  if (signal?.aborted === true) throw aborted(signal)
  const socket = construct(WebSocket ?? platformWebSocket(), path, remote)
  const received: unknown[] = []
  let openedAt: number | undefined
  let end: SocketEnd | undefined
  let wake = () => {}
  let cancelTimer = () => {}

  function restartTimer(): void {
    cancelTimer()
    cancelTimer = startTimer(openedAt === undefined ? Math.min(quietMs, connectMs) : quietMs, () => finish(quiet))
  }
  function finish(code: number): void {
    if (end !== undefined) return
    end = { code, openForMs: openedAt === undefined ? undefined : performance.now() - openedAt }
    cancelTimer()
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
    restartTimer()
    if (command !== undefined) socket.send(JSON.stringify({ command }))
  })
  socket.addEventListener('message', ({ data }) => {
    if (end !== undefined) return
    received.push(data)
    restartTimer()
    wake()
  })
  socket.addEventListener('close', ({ code }) => finish(code))
  socket.addEventListener('error', () => finish(broken))
  restartTimer()

  return {
    async next() {
      if (received.length === 0 && end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (signal?.aborted === true) throw aborted(signal)
      // Messages before the end come first.
      return received.length > 0 ? { data: parse(received.shift(), remote) } : end!
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

/** A page on https must not open an insecure socket; some browsers throw then. */
function construct(WebSocket: WebSocketConstructor, path: string, remote: Remote): WebSocketLike {
  const address = remote.addressOf(path).href.replace(/^http/, 'ws')
  try {
    return new WebSocket(address, protocolsFor(remote))
  } catch (cause) {
    throw unreachable(remote.name, cause)
  }
}

/** Pages cannot set headers here, so the key is sent as a subprotocol; the server confirms the other one. */
const protocolsFor = ({ key }: Remote): string[] => ['ww.v1', ...(key === undefined ? [] : [`ww.bearer.${key}`])]

function platformWebSocket(): WebSocketConstructor {
  // Node.js 20 has none, and neither have its types.
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor }
  if (WebSocket !== undefined) return WebSocket
  throw invalid('WebSocket', 'This platform has no WebSocket: pass the one of the package ws to createClient')
}
