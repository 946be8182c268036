import type { WebSocket } from 'ws'
import { formatTime } from '../../memory/time.js'
import { closeCodes } from './close-codes.js'

/**
 * WSS6: an unauthorized client is refused on the open socket. Browsers hide the reason of a refused upgrade from the page,
 * which would retry forever.
 */
export function refuseUnauthorized(socket: WebSocket, now: number): void {
  socket.on('error', () => socket.terminate())
  const data = { code: 'UNAUTHORIZED' }
  const message = 'This needs a valid key'
  socket.send(JSON.stringify({ id: 0, message_id: null, type: 'error', message, data, timestamp: formatTime(now) }))
  socket.close(closeCodes.unauthorized, data.code)
}
