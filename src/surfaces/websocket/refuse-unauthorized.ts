import type { WebSocket } from 'ws'
import { formatTime } from '../../memory/time.js'
import { closeCodes } from './close-codes.js'

/**
 * WSS6: who is not let in is told so on the socket. Browsers tell a page nothing of an upgrade that was refused, so that
 * it would try again for ever.
 */
export function refuseUnauthorized(socket: WebSocket, now: number): void {
  // It has nothing to say that we would read.
  socket.on('error', () => socket.terminate())
  const data = { code: 'UNAUTHORIZED' }
  const message = 'This needs a valid key'
  socket.send(JSON.stringify({ id: 0, message_id: null, type: 'error', message, data, timestamp: formatTime(now) }))
  socket.close(closeCodes.unauthorized, data.code)
}
