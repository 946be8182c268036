import { connect, type Socket } from 'node:net'

/** A connection with bare hands on it: for what no client of HTTP would do. */
export interface RawClient {
  readonly socket: Socket
  write(text: string): void
  /** All that came until the server hung up. */
  readonly ended: Promise<string>
}

export function openRawClient(url: string): RawClient {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  // Being cut off is what such a client is for.
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return { socket, write: (more) => void socket.write(more), ended }
}
