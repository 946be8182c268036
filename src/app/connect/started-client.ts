import { type ChildProcess, spawn } from 'node:child_process'
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import type { StartedServer } from '../../adapters/clients/configured-server.js'

/** A server that does not end by itself when its input ends is killed. */
const endWithinMs = 2_000
const keptBytes = 4_096

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A server as a client starts it; unlike the SDK's transport, it says how the process ended and what it complained of. */
export interface StartedTransport extends Transport {
  /** The end of what it wrote to standard error. */
  complaints(): string
  /** Undefined while it runs. */
  ended(): Ended | undefined
}

export function startServer(
  { command, args }: StartedServer,
  env: Record<string, string>,
  cwd: string,
): StartedTransport {
  let child: ChildProcess | undefined
  let ended: Ended | undefined
  let complaints = ''
  const buffer = new ReadBuffer()

  function readMessages(transport: Transport): void {
    for (;;) {
      try {
        const message = buffer.readMessage()
        if (message === null) return
        transport.onmessage?.(message)
      } catch (error) {
        transport.onerror?.(error as Error)
      }
    }
  }

  return {
    start() {
      return new Promise((resolve, reject) => {
        child = spawn(command, args, { env, cwd, stdio: 'pipe', windowsHide: true })
        child.once('spawn', resolve)
        child.once('error', reject)
        child.once('close', (code, signal) => {
          ended = { code, signal }
          this.onclose?.()
        })
        child.stdin?.on('error', () => undefined)
        child.stderr?.setEncoding('utf8').on('data', (text: string) => {
          complaints = (complaints + text).slice(-keptBytes)
        })
        child.stdout?.on('data', (bytes: Buffer) => {
          buffer.append(bytes)
          readMessages(this)
        })
      })
    },
    async send(message: JSONRPCMessage) {
      child?.stdin?.write(serializeMessage(message))
    },
    async close() {
      if (child === undefined || child.pid === undefined || ended !== undefined) return
      const running = child
      const end = new Promise((resolve) => running.once('close', resolve))
      running.stdin?.end()
      const timer = setTimeout(() => running.kill('SIGKILL'), endWithinMs)
      await end
      clearTimeout(timer)
    },
    complaints: () => complaints,
    ended: () => ended,
  }
}
