import { type Readable, Transform, type Writable } from 'node:stream'
import { isObject } from '../../memory/is-object.js'

/** A text of 100,000 characters, escaped at its worst, is under a megabyte. */
const largestFrameBytes = 8 * 1024 * 1024

const newline = 10
/** Enough for an id and what stands beside it. */
const endBytes = 1_024

interface Listeners {
  readonly onRequest: (id: Id, method: string) => void
  /** The client gives up on the answer to its request. */
  readonly onCancelled: (id: Id) => void
  /** Holds back the end of the input, on which the transport stops answering. */
  readonly beforeEnd: () => Promise<void>
}

/**
 * Passes on frames that are JSON objects and answers the others itself, as JSON-RPC asks: the SDK's transport
 * drops what it cannot parse without an answer, and closes on a frame that is too large.
 */
export function guardFrames(
  input: Readable,
  output: Writable,
  { onRequest, onCancelled, beforeEnd }: Listeners,
): Readable {
  let parts: Buffer[] = []
  let size = 0
  // Of a frame that is too large: whose answer it waits for stands at one of its ends.
  let ends: { head: Buffer; tail: Buffer } = { head: Buffer.alloc(0), tail: Buffer.alloc(0) }

  const refuse = (code: number, message: string, id: Id | null = null) =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)

  function finish(guard: Transform): void {
    const isTooLarge = size > largestFrameBytes
    const line = isTooLarge ? '' : Buffer.concat(parts).toString('utf8').trim()
    const { head, tail } = ends
    parts = []
    size = 0
    ends = { head: Buffer.alloc(0), tail: Buffer.alloc(0) }
    if (isTooLarge) {
      const id = idAtAnEnd(head.toString('utf8'), tail.toString('utf8'))
      refuse(-32600, `Invalid Request: a message may have at most ${largestFrameBytes} bytes`, id)
    } else if (line !== '') check(line, guard)
  }

  function check(line: string, guard: Transform): void {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      refuse(-32700, 'Parse error: not valid JSON')
      return
    }
    if (!isJsonRpc(message)) refuse(-32600, 'Invalid Request: not a JSON-RPC 2.0 message')
    else if (!hasNamedParams(message)) refuse(-32602, 'Invalid params: must be an object', message.id)
    else {
      if (message.method !== undefined && message.id !== undefined) onRequest(message.id, message.method)
      if (message.method === 'notifications/cancelled' && isId(message.params?.requestId)) {
        onCancelled(message.params.requestId)
      }
      guard.push(`${line}\n`)
    }
  }

  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        collect(chunk.subarray(start, end))
        finish(this)
        start = end + 1
      }
      collect(chunk.subarray(start))
      done()
    },
    flush(done) {
      // The last frame may lack its line end.
      finish(this)
      beforeEnd().then(() => done(), done)
    },
  })

  function collect(part: Buffer): void {
    if (size === 0) ends.head = part.subarray(0, endBytes)
    size += part.length
    if (size <= largestFrameBytes) parts.push(part)
    else {
      // Too large to keep: only its end is still looked for.
      const last = Buffer.concat([...parts.slice(-1), ends.tail, part])
      ends.tail = last.subarray(-endBytes)
      parts = []
    }
  }

  return input.pipe(guard)
}

const anId = String.raw`"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.)*")`
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${anId}\s*,`)
const idLast = new RegExp(String.raw`,\s*${anId}\s*\}\s*$`)

/** The request's own id, where clients write it: before its parameters, or behind them. */
function idAtAnEnd(head: string, tail: string): Id | null {
  const found = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1]
  return found === undefined ? null : JSON.parse(found)
}

type Id = string | number

interface Frame {
  readonly id?: Id
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
}

function isJsonRpc(message: unknown): message is Frame {
  if (!isObject(message) || message.jsonrpc !== '2.0') return false
  if ('method' in message) return typeof message.method === 'string' && (!('id' in message) || isId(message.id))
  return 'id' in message && ('result' in message || 'error' in message)
}

/** JSON-RPC also knows positional ones; MCP does not. */
const hasNamedParams = (message: object): boolean => !('params' in message) || isObject(message.params)

const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id)
