import { WorldWeaverError } from '../../errors.js'
import { HttpError } from './http-error.js'

/** The longest texts that the workflow door takes, as UTF-8, with room for the JSON around them. */
export const largestMessage = 2 * 1024 * 1024
/** As much as a frame of `ww mcp` may have. */
export const largestCall = 8 * 1024 * 1024
/** A client that is still sending does not hear why it was refused: so much is taken and thrown away. */
const largestSwallowed = 64 * 1024 * 1024

/** JSON of any shape: the door judges it. Bytes that are no UTF-8 are refused, for they could not be kept as they are. */
export async function readBody(
  request: Request,
  { largest, whenEmpty }: { readonly largest: number; readonly whenEmpty?: unknown },
): Promise<unknown> {
  const bytes = await readBytes(request, largest)
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new WorldWeaverError('validation_error', 'The body must be JSON in UTF-8', { cause })
  }
}

async function readBytes(request: Request, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // The connection holds it to what it said. As a stream it costs three times as much.
    if (lengthOf(request) <= largest) return new Uint8Array(await request.arrayBuffer())
    // A stream of bytes, which the types of the platform do not know to be iterable.
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size <= largest) chunks.push(chunk)
      if (size > largestSwallowed) break
    }
  } catch (cause) {
    // Whoever sent it is gone, and that is no trouble of ours.
    throw new WorldWeaverError('validation_error', 'The body broke off', { cause })
  }
  if (size <= largest) return Buffer.concat(chunks)
  throw new HttpError(413, `The body may have at most ${largest} bytes`)
}

/** As the caller says; of one who does not say it may be any. */
const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
