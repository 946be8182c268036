import { type Server, startServer } from '../../support/server.js'
import { startWorkflowServer, type WorkflowServer } from '../../support/workflow-server.js'

/** Nobody knows what became of the call: whoever should have answered is gone. */
export class Gone extends Error {}

/** A process that is killed now and then, and comes back. */
export interface Place {
  readonly name: string
  /** A call of an operation: what it answers, an error's body included. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Of those that serve HTTP; waits while there is none. */
  url?(): Promise<string>
  /** `kill -9`, and started again. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** What it had to say besides. */
  log(): string
}

interface PlaceOptions {
  readonly name: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

/** `ww mcp` behind the official client. */
export async function mcpPlace({ name, ...options }: PlaceOptions): Promise<Place> {
  let log = ''
  let server: Promise<Server> = startServer(options)
  await server
  return {
    name,
    async call(tool, input) {
      const asked = await server
      try {
        return (await asked.call(tool, input)).body
      } catch (cause) {
        throw new Gone(name, { cause })
      }
    },
    async kill() {
      const old = await server
      process.kill(old.pid, 'SIGKILL')
      log += old.log()
      // Whoever calls now waits for the next one.
      server = old.close().then(() => startServer(options))
      await server
    },
    async stop() {
      await (await server).close()
    },
    log: () => log,
  }
}

/** `ww serve`: all doors over HTTP. */
export async function servedPlace({ name, ...options }: PlaceOptions): Promise<Place> {
  let log = ''
  let server: Promise<WorkflowServer> = startWorkflowServer(options)
  await server
  return {
    name,
    async call(tool, input) {
      const { url } = await server
      const headers = { 'content-type': 'application/json' }
      try {
        const answer = await fetch(`${url}/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) })
        return (await answer.json()) as Readonly<Record<string, unknown>>
      } catch (cause) {
        throw new Gone(name, { cause })
      }
    },
    url: async () => (await server).url,
    async kill() {
      const old = await server
      server = old.crash().then(() => startWorkflowServer(options))
      log += old.log()
      await server
    },
    async stop() {
      await (await server).stop()
    },
    log: () => log,
  }
}
