import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useServed } from '../support/access.js'

const served = useServed()

async function hold(url: string, count: number, from = '127.0.0.1'): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  // The server accepts them a moment later.
  await sleep(200)
  return sockets
}

/** The status of a request on a connection of its own. */
const ask = (url: string, path: string, from = '127.0.0.1') =>
  new Promise<string>((resolve) => {
    const { host, port } = new URL(url)
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text.split(' ')[1] ?? 'nothing'))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  })

describe('a server with as many connections as it may have', () => {
  test('[COM8] answers health checks, and refuses anything else until one is free', async () => {
    const { url } = await served.start({ env: { WW_MAX_CONNECTIONS: '10', WW_MAX_CONNECTIONS_PER_ADDRESS: '10' } })
    const held = await hold(url, 10)
    // Idle connections beyond the limit do not keep health checks out either.
    await hold(url, 40)
    expect([await ask(url, '/health/live'), await ask(url, '/health/ready')]).toEqual(['200', '200'])
    expect(await ask(url, '/docs')).toBe('429')
    for (const socket of held) socket.destroy()
    await expect.poll(() => ask(url, '/docs')).toBe('200')
  })
})

describe.runIf(process.platform === 'linux')('connections of one address', () => {
  test('[COM8] are bounded, and others are served', async () => {
    const { url } = await served.start({ env: { WW_MAX_CONNECTIONS: '100', WW_MAX_CONNECTIONS_PER_ADDRESS: '5' } })
    await hold(url, 5)
    expect(await ask(url, '/docs')).toBe('429')
    expect(await ask(url, '/docs', '127.0.0.2')).toBe('200')
  })
})
