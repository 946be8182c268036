import type { Duplex } from 'node:stream'
import { workflowError } from './workflow-error.js'

const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not complete in time',
  HPE_HEADER_OVERFLOW: 'The request headers are too long',
}
const { status, body: defaultBody } = workflowError(400, 'INVALID_REQUEST', 'The request could not be read')

/** WFL7: a request that is not HTTP, breaks off or never ends gets a JSON error, although no handler sees it. */
export function answerMalformedRequest({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ ...defaultBody, detail: reasons[code] ?? defaultBody.detail })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${headers}\r\n\r\n${body}`)
}

/** For a request whose path or host is not a valid address. */
export const answerInvalidAddress = (): Response =>
  Response.json({ ...defaultBody, detail: 'The address of the request could not be read' }, { status })
