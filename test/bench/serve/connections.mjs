import { connect } from 'node:net'

/**
 * Keeps a few connections open and sends each waiting request over the next that is free. No more of HTTP than a load
 * needs: the client shares the processor with the server that it measures.
 */
export function openConnections(url, count) {
  const { hostname, port, host } = new URL(url)
  const waiting = []
  const open = new Set()
  // The one that was used longest ago comes first: a server hangs up on those that are idle for seconds.
  const idle = []

  function add() {
    const socket = connect(Number(port), hostname).setNoDelay()
    const connection = { socket, current: undefined, received: Buffer.alloc(0) }
    open.add(connection)
    socket.on('data', (chunk) => receive(connection, chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(connection)
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      connection.current?.(0)
    })
    return connection
  }

  function receive(connection, chunk) {
    connection.received = connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk])
    const head = connection.received.indexOf('\r\n\r\n')
    if (head < 0) return
    const text = connection.received.toString('latin1', 0, head)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (connection.received.length < head + 4 + length) return
    connection.received = Buffer.alloc(0)
    const { current } = connection
    connection.current = undefined
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else send(connection, next)
    current?.(Number(text.slice(9, 12)))
  }

  function send(connection, { request, done }) {
    connection.current = done
    connection.socket.write(request)
  }

  return {
    /** Its status; 0 when the server hung up. */
    post(path, body) {
      const text = JSON.stringify(body)
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`
      return new Promise((done) => {
        const connection = idle.shift() ?? (open.size < count ? add() : undefined)
        if (connection === undefined) waiting.push({ request: head + text, done })
        else send(connection, { request: head + text, done })
      })
    },
    close() {
      for (const { socket } of open) socket.destroy()
    },
  }
}
