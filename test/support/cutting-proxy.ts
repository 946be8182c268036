import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A bad network between a client and its server. */
export interface CuttingProxy {
  readonly url: string
  /** How many connections there were. */
  connections(): number
  /** How many bytes servers have said. */
  bytes(): number
  /** Breaks those that are open, without a goodbye. */
  cut(): void
  /** From now on nothing comes through those that are open, and nobody is told. */
  muffle(): void
}

interface ProxyOptions {
  /** After how many bytes of the server the next connection breaks; never unless told. */
  readonly bytesUntilCut?: () => number
}

/** For one test: it ends with it. */
export async function useCuttingProxy(target: string, { bytesUntilCut }: ProxyOptions = {}): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<readonly [client: Socket, server: Socket]>()
  let connections = 0
  let told = 0
  const proxy = createServer((client) => {
    connections++
    const server = connect(Number(port), hostname)
    const pair = [client, server] as const
    let left = bytesUntilCut?.() ?? Number.POSITIVE_INFINITY
    open.add(pair)
    const end = () => {
      open.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of pair) {
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => {
      told += bytes.length
      // What came before the cut arrives.
      if (bytes.length < left) client.write(bytes)
      else client.write(bytes.subarray(0, left), () => client.resetAndDestroy())
      left = Math.max(0, left - bytes.length)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const all = (act: (client: Socket, server: Socket) => void) => {
    for (const pair of open) act(...pair)
  }
  const cut = () =>
    all((client, server) => {
      client.resetAndDestroy()
      server.destroy()
    })
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    connections: () => connections,
    bytes: () => told,
    cut,
    muffle: () =>
      all((client, server) => {
        client.removeAllListeners('data').resume()
        server.removeAllListeners('data').resume()
      }),
  }
}
