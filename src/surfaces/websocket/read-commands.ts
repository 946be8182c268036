import { type RawData, WebSocket } from 'ws'

/**
 * Handles one command at a time, after `start` has settled. The socket is paused meanwhile, so that a fast sender is held
 * back by the connection. `work` must not reject.
 */
export function readCommands(
  socket: WebSocket,
  start: Promise<unknown>,
  work: (command: unknown) => Promise<void>,
): void {
  let turn = start.catch(() => undefined)
  let waiting = 0
  socket.on('message', (data) => {
    socket.pause()
    waiting++
    turn = turn.then(async () => {
      // Commands that arrive after the end are ignored.
      if (socket.readyState === WebSocket.OPEN) await work(readCommand(data))
      waiting--
      if (waiting === 0) socket.resume()
    })
  })
}

function readCommand(data: RawData): unknown {
  try {
    return JSON.parse(String(data)).command
  } catch {
    return undefined
  }
}
