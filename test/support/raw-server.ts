import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { environment, program } from './program.js'
import { type Tracing, tracing } from './system-calls.js'

export interface Message {
  readonly jsonrpc?: string
  readonly id?: number | string | null
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** `ww mcp` with bare hands on its pipes: for what no client would send, and for what it says byte for byte. */
export interface RawServer {
  readonly process: ChildProcessWithoutNullStreams
  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void
  send(message: unknown): void
  /** Sends a request and waits for the answer with its id. */
  request(method: string, params?: unknown): Promise<Message>
  callTool(name: string, input?: unknown): Promise<Message>
  initialize(): Promise<Message>
  /** The next answer that belongs to no request: JSON-RPC gives it the id null. */
  refusal(): Promise<Message>
  readonly lines: readonly string[]
  log(): string
  readonly exit: Promise<Exit>
}

interface RawServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** No file may grow past a few megabytes: what a full disk is to the server. */
  readonly isDiskSmall?: boolean
  readonly trace?: Tracing
}

export function startRawServer({ dataDir, env, isDiskSmall = false, trace }: RawServerOptions): RawServer {
  const command = [...tracing(trace), process.execPath, program, 'mcp']
  // `sh` counts blocks of 512 or of 1024 bytes.
  const [file, ...args] = isDiskSmall ? ['sh', '-c', 'ulimit -f 4000; exec "$0" "$@"', ...command] : command
  const child = spawn(file!, args, { env: environment(dataDir, env) })
  const lines: string[] = []
  const waiting = new Map<number, (message: Message) => void>()
  const refusals: Message[] = []
  const refused: ((message: Message) => void)[] = []
  let log = ''
  let rest = ''
  let requests = 0

  function receive(line: string): void {
    lines.push(line)
    const message = JSON.parse(line) as Message
    if (message.id === null) {
      const next = refused.shift()
      if (next === undefined) refusals.push(message)
      else next(message)
    } else if (typeof message.id === 'number') waiting.get(message.id)?.(message)
  }

  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    parts.forEach(receive)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  // A server that is gone takes nothing more; its exit says so.
  child.stdin.on('error', () => {})
  const exit = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))

  const server: RawServer = {
    process: child,
    lines,
    exit,
    log: () => log,
    write: (bytes) => void child.stdin.write(bytes),
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    request(method, params) {
      const id = ++requests
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
      server.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
      return answer
    },
    callTool: (name, input = {}) => server.request('tools/call', { name, arguments: input }),
    async initialize() {
      const clientInfo = { name: 'tests', version: '1.0.0' }
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
      const answer = await server.request('initialize', params)
      server.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      return answer
    },
    refusal() {
      const known = refusals.shift()
      return known === undefined ? new Promise((resolve) => refused.push(resolve)) : Promise.resolve(known)
    },
  }
  return server
}

/** The same for one test: it ends with the test. */
export function useRawServer(options: RawServerOptions): RawServer {
  const server = startRawServer(options)
  onTestFinished(async () => {
    server.process.kill('SIGKILL')
    await server.exit
  })
  return server
}

/** What a tool answered, whether an answer or an error. */
export const bodyOf = ({ result }: Message): Record<string, unknown> =>
  result?.structuredContent as Record<string, unknown>
