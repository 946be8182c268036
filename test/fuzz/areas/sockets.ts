import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { execute } from '../../support/workflow-client.js'
import { startWorkflowServer } from '../../support/workflow-server.js'
import { anyJson } from '../arbitraries.js'
import { defineArea } from '../campaign/area.js'

const told = fc.oneof(
  fc.constantFrom(
    '{"command":"get_final"}',
    '{"command":"cancel"}',
    '{"command":"x"}',
    '{"command":null}',
    '{',
    'null',
    '[]',
    '""',
  ),
  fc.record({ command: anyJson }).map((value) => JSON.stringify(value)),
  anyJson.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant('x'.repeat(17_000)),
)
/** A frame as https://www.rfc-editor.org/rfc/rfc6455#section-5.2 has it, or not quite. */
const frame = fc.record({
  isFinal: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.boolean()),
  reserved: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.nat(7)),
  opcode: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constantFrom(0, 2, 8, 9, 10), fc.nat(15)),
  isMasked: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, fc.boolean()),
  told,
  /** More than there is. */
  more: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(70_000)),
})
type Frame = typeof frame extends fc.Arbitrary<infer Each> ? Each : never

/** As WSS3 and WSS6 name them, and RFC 6455 for what is no frame. */
const codes = [1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 4400, 4404]

export const sockets = defineArea({
  name: 'sockets',
  shortRuns: 20,
  cases: fc.record({
    workflow: fc.constantFrom(
      '{known}',
      '{known}',
      '{known}',
      '0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60',
      'x',
      '%00',
      '..',
    ),
    query: fc.constantFrom(
      '',
      '',
      '?cursor=0',
      '?cursor=3',
      '?cursor=-1',
      '?cursor=99999999999999999999',
      '?final_only=true',
      '?final_only=x',
      '?cursor=0&final_only=1',
    ),
    header: fc.constantFrom(
      '',
      '',
      '',
      'Sec-WebSocket-Extensions: permessage-deflate; x=y\r\n',
      'Sec-WebSocket-Protocol: ,,\r\n',
      'Origin: https://evil.example\r\n',
      'Content-Length: 5\r\n',
    ),
    frames: fc.array(frame, { maxLength: 5 }),
    junk: fc.oneof({ weight: 6, arbitrary: fc.constant('') }, fc.string({ unit: 'binary-ascii', maxLength: 30 })),
  }),
  async open() {
    const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
    const server = await startWorkflowServer({ dataDir, env: { WW_MAX_STREAMS: '10000' } })
    const { workflow_id } = await execute(server.url, { user_input: 'Which port does the staging database listen on?' })
    return {
      async play({ workflow, query, header, frames, junk }) {
        const path = `/workflow/ws/${workflow.replace('{known}', workflow_id)}${query}`
        const answer = await talk(Number(new URL(server.url).port), path, header, [
          ...frames.map(toBytes),
          Buffer.from(junk, 'latin1'),
        ])
        expectSpoken(answer)
        const health = await fetch(`${server.url}/health/live`)
        expect([health.status, server.log()]).toEqual([200, ''])
        await health.text()
      },
      async close() {
        await server.crash()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  },
})

function toBytes({ isFinal, reserved, opcode, isMasked, told: text, more }: Frame): Buffer {
  const payload = Buffer.from(text)
  const length = payload.length + more
  const size =
    length < 126
      ? Buffer.from([length])
      : length < 65_536
        ? Buffer.from([126, length >> 8, length & 255])
        : Buffer.from([127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255])
  size[0]! |= isMasked ? 128 : 0
  // A mask of nothing leaves the payload as it is.
  return Buffer.concat([
    Buffer.from([(isFinal ? 128 : 0) | (reserved << 4) | opcode]),
    size,
    Buffer.alloc(isMasked ? 4 : 0),
    payload,
  ])
}

/** All that came until the other end closed, or had nothing more to say. */
function talk(port: number, path: string, header: string, pieces: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    let quiet: NodeJS.Timeout | undefined
    const wait = (ms: number) => {
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.destroy(), ms)
    }
    socket.on('data', (part) => {
      parts.push(part)
      wait(60)
    })
    socket.once('connect', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${header}\r\n`,
      )
      for (const piece of pieces) if (piece.length > 0) socket.write(piece)
      wait(5_000)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Cut off while still sending: so be it.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.once('close', () => {
      clearTimeout(quiet)
      resolve(Buffer.concat(parts))
    })
  })
}

/** An answer of HTTP, and then frames, each of which is whole and a frame of the door (WSS1). */
function expectSpoken(answer: Buffer): void {
  if (answer.length === 0) return
  const end = answer.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer.toString('latin1'))?.[1])
  expect([101, 400, 403, 404, 429]).toContain(status)
  if (status !== 101) return
  for (let at = end + 4; at + 2 <= answer.length; ) {
    const opcode = answer[at]! & 15
    let length = answer[at + 1]! & 127
    let from = at + 2
    if (length === 126) [length, from] = [answer.readUInt16BE(from), from + 2]
    else if (length === 127) [length, from] = [Number(answer.readBigUInt64BE(from)), from + 8]
    if (from + length > answer.length) return
    const payload = answer.subarray(from, from + length)
    if (opcode === 1) {
      expect(JSON.parse(payload.toString())).toMatchObject({
        id: expect.any(Number),
        type: expect.stringMatching(/^(?:progress|status|memories|complete|error)$/),
        message: expect.any(String),
        timestamp: expect.any(String),
      })
    } else if (opcode === 8 && payload.length > 1) expect(codes).toContain(payload.readUInt16BE(0))
    at = from + length
  }
}
