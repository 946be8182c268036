import { type RawData, WebSocket } from 'ws'

/**
 * One command after the other, beginning after `start`. While one is worked on the client is not read: who sends faster
 * than it is served waits, and what it sent waits at its own end of the connection. `work` must not reject.
 */
export function takeCommands(
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
      // What came in the same breath as the end is not a command any more.
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
