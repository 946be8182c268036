import type { Duplex } from 'node:stream'
import { workflowError } from './workflow-error.js'

const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come to its end in time',
  HPE_HEADER_OVERFLOW: 'The headers of the request are too long',
}
const { status, body: plain } = workflowError(400, 'INVALID_REQUEST', 'This is no request that could be read')

/** WFL7: what is no HTTP, breaks off or never ends is bad input as any other, though no handler ever sees it. */
export function answerBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ ...plain, detail: reasons[code] ?? plain.detail })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${headers}\r\n\r\n${body}`)
}

/** The same for one whose address or host is none. */
export const answerNoAddress = (): Response =>
  Response.json({ ...plain, detail: 'The request has no address that could be read' }, { status })
