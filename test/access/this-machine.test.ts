import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { useServed } from '../support/access.js'

const served = useServed()
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** `fetch` writes these headers itself. */
function ask(url: string, headers: Readonly<Record<string, string>>, body = '{"user_input":"Where?"}') {
  return new Promise<number | undefined>((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.once('error', reject)
    asking.end(body)
  })
}

const upgrade = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/workflow/ws/any`, { headers })
    socket.once('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)))
    socket.once('open', () => {
      resolve('open')
      socket.terminate()
    })
    socket.once('error', () => undefined)
  })

describe('a page on this machine, without a key', () => {
  const json = { 'content-type': 'application/json' }

  test('[COM16] may not send a form or a text to any door', async () => {
    const { url } = await served.start()
    for (const path of ['/workflow/execute', '/workflow/ai-answer', '/tools/remember', '/mcp']) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        expect(await ask(url + path, { 'content-type': type }), `${path} ${type}`).toBe(415)
      }
    }
    expect(await ask(`${url}/workflow/execute`, json)).toBe(201)
  })

  test('[COM16] is refused unless it is the server’s own, over HTTP and at the upgrade', async () => {
    const { url } = await served.start({ env: { WW_ALLOWED_ORIGINS: 'http://localhost:5173' } })
    const own = new URL(url).origin
    const execute = (headers: Readonly<Record<string, string>>) =>
      ask(`${url}/workflow/execute`, { ...json, ...headers })
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
      { origin: own.replace('127.0.0.1', 'localhost') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: own, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      expect(await execute(headers), JSON.stringify(headers)).toBe(403)
      expect(await upgrade(url, headers), JSON.stringify(headers)).toBe('403')
    }
    const welcome: readonly Readonly<Record<string, string>>[] = [
      {},
      { origin: own, 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of welcome) {
      expect(await execute(headers), JSON.stringify(headers)).toBe(201)
      expect(await upgrade(url, headers), JSON.stringify(headers)).toBe('open')
    }
  })
})

/** A child that is somebody else: what it is answered, or, with `leaves`, nothing, because it does not wait. */
async function asUser(user: number, url: string, { leaves = false, token = '' } = {}): Promise<string> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ text: `Planted by ${user}.` })
  const script = `
    process.setgid(${user}); process.setuid(${user})
    const socket = require('node:net').connect(${port}, ${JSON.stringify(hostname.replace(/[[\]]/g, ''))})
    let text = ''
    socket.on('connect', () => {
      socket.write('POST /tools/remember HTTP/1.1\\r\\nHost: ${hostname}:${port}\\r\\nContent-Type: application/json\\r\\n' +
        ${JSON.stringify(token === '' ? '' : `Authorization: Bearer ${token}\r\n`)} +
        'Connection: close\\r\\nContent-Length: ${body.length}\\r\\n\\r\\n' + ${JSON.stringify(body)},
        () => ${leaves} && process.kill(process.pid, 'SIGKILL'))
    })
    socket.on('data', (chunk) => { text += chunk })
    socket.on('close', () => console.log(text.split(' ')[1]))`
  const child = spawn(process.execPath, ['-e', script], { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output.trim()
}

describe.runIf(isRoot)('another user of this machine', () => {
  test('needs a key, on a connection over IPv4 and IPv6', async () => {
    const { url, create } = await served.start()
    expect(await asUser(0, url)).toBe('200')
    expect(await asUser(65_500, url)).toBe('401')
    const { token } = await create()
    expect(await asUser(65_500, url, { token })).toBe('200')
    const six = await served.start({ host: '::1' })
    const port = new URL(six.url).port
    expect(await asUser(65_500, `http://[::1]:${port}`)).toBe('401')
    expect(await asUser(0, `http://[::1]:${port}`)).toBe('200')
  })

  test('writes nothing by leaving before its connection can be looked up', async () => {
    const { url } = await served.start()
    for (let at = 0; at < 10; at++) await asUser(65_501, url, { leaves: true })
    const stats = await fetch(`${url}/tools/memory_stats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await stats.json()).toMatchObject({
      collections: { episodes: 0, notes: 0 },
    })
  })
})
