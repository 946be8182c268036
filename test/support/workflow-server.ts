import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { engineVariables } from './engine.js'
import { environment, helperProgram, program } from './program.js'
import { type Tracing, tracing } from './system-calls.js'

/** A server of the workflow door in a process of its own. */
export interface WorkflowServer {
  readonly url: string
  readonly process: ChildProcess
  /** All that it wrote to stderr so far. */
  log(): string
  /** Asks it to stop; its exit code. */
  stop(): Promise<number | null>
  /** `kill -9`: it does not get to do anything any more. */
  crash(): Promise<void>
}

interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Any that is free, unless told. */
  readonly port?: number
  /** Further options of `ww serve`. */
  readonly options?: readonly string[]
  readonly trace?: Tracing
}

/** `ww serve`, as anybody starts it. */
export async function startWorkflowServer({
  dataDir,
  env,
  port = 0,
  options = [],
  trace,
}: ServerOptions): Promise<WorkflowServer> {
  const [file, ...args] = [...tracing(trace), process.execPath, program, 'serve', '--port', String(port), ...options]
  const child = spawn(file!, args, {
    env: environment(dataDir, { ...(await engineVariables(dataDir)), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = control(child, trace === undefined ? undefined : () => firstChildOf(child.pid!))
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? []
    if (url !== undefined) return { ...server, url }
  }
  throw new Error(`ww serve did not start: ${server.log()}`)
}

/** The same, with a gate and a clock that the test turns (see the program). */
export interface GatedServer extends WorkflowServer {
  /** What is asked with "holdfast" or remembered with "keepsake" waits from now on; so it is when the server starts. */
  hold(): Promise<void>
  /** Whatever waits goes on, and nothing waits any more. */
  release(): Promise<void>
  advanceClock(milliseconds: number): Promise<void>
}

interface GatedOptions extends ServerOptions {
  /** Limits that are plain data; see `serve`. */
  readonly parts?: Readonly<Record<string, unknown>>
}

interface Reply {
  readonly id: number
  readonly answer: unknown
}

export async function startGatedServer({ dataDir, env, parts = {} }: GatedOptions): Promise<GatedServer> {
  const child = fork(helperProgram('workflow-server'), {
    env: environment(dataDir, { TEST_PARTS: JSON.stringify(parts), ...(await engineVariables(dataDir)), ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const server = control(child)
  const waiting = new Map<number, (answer: unknown) => void>()
  let commands = 0
  const started = once(child, 'message') as Promise<[{ readonly url: string }]>
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the server ended: ${server.log()}`)))
  const [{ url }] = await Promise.race([started, ended])
  ended.catch(() => undefined)
  child.on('message', ({ id, answer }: Reply) => waiting.get(id)?.(answer))
  function command(name: string, argument?: number): Promise<unknown> {
    const id = ++commands
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      child.send({ id, command: name, argument })
    })
  }
  return {
    ...server,
    url,
    hold: async () => void (await command('hold')),
    release: async () => void (await command('release')),
    advanceClock: async (milliseconds) => void (await command('advance', milliseconds)),
  }
}

/** Who watches another takes no signal in its place. NaN when that one is gone already. */
const firstChildOf = (pid: number): number =>
  Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)

function control(child: ChildProcess, pidOf = () => child.pid!): Omit<WorkflowServer, 'url'> {
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const pid = pidOf()
    if (!Number.isNaN(pid)) process.kill(pid, name)
  }
  return {
    process: child,
    log: () => log,
    async stop() {
      signal('SIGTERM')
      return exit
    },
    async crash() {
      signal('SIGKILL')
      await exit
    },
  }
}

/** For one test: they end with it. */
export async function useWorkflowServer(options: ServerOptions): Promise<WorkflowServer> {
  const server = await startWorkflowServer(options)
  onTestFinished(() => server.crash())
  return server
}

export async function useGatedServer(options: GatedOptions): Promise<GatedServer> {
  const server = await startGatedServer(options)
  onTestFinished(() => server.crash())
  return server
}
