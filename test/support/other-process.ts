import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { engineVariables } from './engine.js'
import { environment, helperProgram } from './program.js'

/** A program of the tests' own that says line by line how far it is. */
export interface Helper {
  readonly process: ChildProcess
  /** Waits for the next line. */
  line(): Promise<string>
  /** Ends its stdin, which tells it to go on and end, and waits for that. */
  release(): Promise<void>
}

export function startHelper(name: string, args: readonly string[], dataDir: string): Helper {
  const child = spawn(process.execPath, [helperProgram(name), ...args], {
    env: environment(dataDir),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${name} ended without another line`)
      return value
    },
    async release() {
      child.stdin.end()
      await exit
    },
  }
}

/** A process that uses the library rather than MCP. */
export interface LibraryProcess {
  readonly process: ChildProcess
  ask(name: string, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  log(): string
  close(): Promise<void>
}

interface Reply {
  readonly id: number
  readonly answer?: Record<string, unknown>
  readonly error?: { readonly code: string; readonly message: string }
}

export async function startLibraryProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LibraryProcess> {
  const child = fork(helperProgram('mind'), {
    env: environment(dataDir, { ...(await engineVariables(dataDir)), ...env }),
    silent: true,
  })
  const waiting = new Map<number, { resolve(reply: Record<string, unknown>): void; reject(error: Error): void }>()
  let log = ''
  let calls = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const exit = once(child, 'exit')
  await once(child, 'message')
  child.on('message', ({ id, answer, error }: Reply) => {
    if (error !== undefined) waiting.get(id)?.reject(new Error(`${error.code}: ${error.message}`))
    else waiting.get(id)?.resolve(answer ?? {})
    waiting.delete(id)
  })
  return {
    process: child,
    log: () => log,
    ask(name, input) {
      const id = ++calls
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        // Who was killed meanwhile answers nobody; without this the child would be said to have failed.
        child.send({ id, name, input }, () => undefined)
      })
    },
    async close() {
      child.disconnect()
      await exit
    },
  }
}
