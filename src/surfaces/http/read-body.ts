import { WorldWeaverError } from '../../errors.js'
import { HttpError } from './http-error.js'

/** Fits the longest texts of the workflow door in UTF-8, with room for the JSON around them. */
export const maxMessageBytes = 2 * 1024 * 1024
/** The same limit as for a frame of `ww mcp`. */
export const maxCallBytes = 8 * 1024 * 1024
/** A client reads no response while it sends, so this much of a body that is too large is read and discarded. */
const maxDiscardedBytes = 64 * 1024 * 1024

/** Marks an empty body, compared by identity. */
const emptyBody = {}

const jsonType = /^application\/json *(?:; *charset="?utf-8"? *)?$/i
const notJson = () => new HttpError(415, 'The Content-Type must be application/json, in UTF-8', 'Content-Type')

/** Requires JSON's Content-Type: a foreign page can send forms and untyped text without a CORS preflight, but not JSON. */
export async function readJson(
  request: Request,
  { maxBytes, whenEmpty }: { readonly maxBytes: number; readonly whenEmpty?: unknown },
): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !jsonType.test(type)) throw notJson()
  const input = await readBody(request, { maxBytes, whenEmpty: emptyBody })
  if (input === emptyBody) {
    if (whenEmpty !== undefined) return whenEmpty
    throw new WorldWeaverError('validation_error', 'The body must be JSON in UTF-8')
  }
  if (type === null) throw notJson()
  return input
}

/** JSON of any shape; the operation validates it. Bytes that are not UTF-8 are refused, because they cannot be stored as they are. */
export async function readBody(
  request: Request,
  { maxBytes, whenEmpty }: { readonly maxBytes: number; readonly whenEmpty?: unknown },
): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new WorldWeaverError('validation_error', 'The body must be JSON in UTF-8', { cause })
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Node enforces the Content-Length. Reading the body as a stream takes three times as long (`npm run bench:serve`).
    if (lengthOf(request) <= maxBytes) return new Uint8Array(await request.arrayBuffer())
    // The platform's types do not know that a body is iterable.
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      if (size > maxDiscardedBytes) break
    }
  } catch (cause) {
    // The client disconnected, which is not an internal error.
    throw new WorldWeaverError('validation_error', 'The body ended early', { cause })
  }
  if (size <= maxBytes) return Buffer.concat(chunks)
  throw new HttpError(413, `The body may have at most ${maxBytes} bytes`)
}

/** Infinity if the client does not send a Content-Length. */
const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
