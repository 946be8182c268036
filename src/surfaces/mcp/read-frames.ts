import { type Readable, Transform, type Writable } from 'node:stream'
import type { RequestId } from '@modelcontextprotocol/server'
import { isObject } from '../../plain-object.js'

/** A text of 100,000 characters takes less than a megabyte, even if every character is escaped. */
const maxFrameBytes = 8 * 1024 * 1024

const newline = 10
/** Enough for an id and the members next to it. */
const edgeBytes = 1_024

interface Handlers {
  /** A message that has the shape of JSON-RPC 2.0 with named parameters. */
  readonly onMessage: (message: object) => void
  /** Delays the end of the input: the transport sends no response after it. */
  readonly beforeEnd: () => Promise<void>
}

/**
 * Parses each line of the input once and answers malformed ones itself, as JSON-RPC requires: the SDK's transport drops
 * them without a response, and closes on a frame that is too large. The stream that is returned carries no data; it only
 * ends with the input.
 */
export function readFrames(input: Readable, output: Writable, { onMessage, beforeEnd }: Handlers): Readable {
  let parts: Buffer[] = []
  let size = 0
  // Both edges of a frame that is too large: one of them holds the id to answer.
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)

  const refuse = (code: number, message: string, id: RequestId | null = null) =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)

  function finishFrame(): void {
    if (size > maxFrameBytes) {
      const id = idAtEdge(head.toString('utf8'), tail.toString('utf8'))
      refuse(-32600, `Invalid Request: a message may have at most ${maxFrameBytes} bytes`, id)
    } else {
      const line = Buffer.concat(parts).toString('utf8').trim()
      if (line !== '') parse(line)
    }
    parts = []
    size = 0
    tail = Buffer.alloc(0)
  }

  function parse(line: string): void {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      refuse(-32700, 'Parse error: not valid JSON')
      return
    }
    if (!isJsonRpc(message)) refuse(-32600, 'Invalid Request: not a JSON-RPC 2.0 message')
    else if (!hasNamedParams(message)) refuse(-32602, 'Invalid params: must be an object', message.id)
    else onMessage(message)
  }

  function collect(part: Buffer): void {
    if (size === 0) head = part.subarray(0, edgeBytes)
    size += part.length
    if (size <= maxFrameBytes) parts.push(part)
    else {
      tail = Buffer.concat([...parts.slice(-1), tail, part]).subarray(-edgeBytes)
      parts = []
    }
  }

  const frames = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        collect(chunk.subarray(start, end))
        finishFrame()
        start = end + 1
      }
      collect(chunk.subarray(start))
      done()
    },
    flush(done) {
      // The last frame may lack its newline.
      finishFrame()
      beforeEnd().then(() => done(), done)
    },
  })
  return input.pipe(frames)
}

const idMember = String.raw`"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.)*")`
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${idMember}\s*,`)
const idLast = new RegExp(String.raw`,\s*${idMember}\s*\}\s*$`)

/** Clients write the request's id before its parameters or after them. */
function idAtEdge(head: string, tail: string): RequestId | null {
  const found = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1]
  return found === undefined ? null : JSON.parse(found)
}

function isJsonRpc(message: unknown): message is { readonly id?: RequestId } {
  if (!isObject(message) || message.jsonrpc !== '2.0') return false
  if ('method' in message) return typeof message.method === 'string' && (!('id' in message) || isId(message.id))
  return 'id' in message && ('result' in message || 'error' in message)
}

/** JSON-RPC also allows positional parameters; MCP does not. */
const hasNamedParams = (message: object): boolean => !('params' in message) || isObject(message.params)

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)
