import { type RawServer, startRawServer } from '../support/raw-server.js'
import { startWorkflowServer } from '../support/workflow-server.js'
import type { Body, Story } from './story.js'

/** A process of ours that is called until something happens to it. */
export interface Door {
  readonly pid: number
  /** Rejects when the process is gone. */
  call(tool: string, input: Body): Promise<Body>
  kill(): Promise<void>
  log(): string
}

interface DoorOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly isDiskSmall?: boolean
}

const settings = { WW_TOOLSETS: 'all' }

export const doorNames = ['mcp', 'http'] as const

export const openDoor = (name: (typeof doorNames)[number], options: DoorOptions): Promise<Door> =>
  name === 'mcp' ? openMcp(options) : openHttp(options)

/** `ww mcp`. */
export async function openMcp({ dataDir, env = {}, isDiskSmall = false }: DoorOptions): Promise<Door> {
  const server = startRawServer({ dataDir, env: { ...settings, ...env }, isDiskSmall })
  await orGone(server, server.initialize())
  return {
    pid: server.process.pid!,
    async call(tool, input) {
      const { result, error } = await orGone(server, server.callTool(tool, input))
      if (error !== undefined) throw new Error(`${tool}: ${error.message}`)
      return (result?.structuredContent ?? {}) as Body
    },
    async kill() {
      server.process.kill('SIGKILL')
      await server.exit
    },
    log: server.log,
  }
}

const orGone = <Result>(server: RawServer, work: Promise<Result>): Promise<Result> =>
  Promise.race([work, server.exit.then((exit) => Promise.reject(new Gone(JSON.stringify(exit))))])

/** `ww serve`. */
async function openHttp({ dataDir, env = {} }: DoorOptions): Promise<Door> {
  const server = await startWorkflowServer({ dataDir, env: { ...settings, ...env } })
  const headers = { 'content-type': 'application/json', 'x-project': 'tests' }
  return {
    pid: server.process.pid!,
    async call(tool, input) {
      try {
        const body = JSON.stringify({ project: 'tests', session_id: 'default', ...input })
        const answer = await fetch(`${server.url}/tools/${tool}`, { method: 'POST', headers, body })
        return (await answer.json()) as Body
      } catch (cause) {
        throw new Gone('ww serve', { cause })
      }
    },
    kill: () => server.crash(),
    log: server.log,
  }
}

/** Nobody knows what became of the call. */
class Gone extends Error {}

/** Writes the story on, so many calls at a time, until the process is gone or `isOver`. An error is one for the story. */
export async function tell(door: Door, story: Story, { atOnce, isOver, onAnswered }: Telling): Promise<void> {
  const one = async () => {
    while (!isOver()) {
      const { tool, input, answered } = story.next()
      let body: Body
      try {
        body = await door.call(tool, input)
      } catch (error) {
        if (error instanceof Gone) return
        throw error
      }
      // Another call may have been faster with the same thing; nothing was promised then.
      if (body.error === undefined) {
        answered(body)
        onAnswered?.()
      } else if (body.error === 'internal_error' || body.error === 'validation_error')
        throw new Error(`${tool}: ${JSON.stringify(body)} ${door.log()}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

interface Telling {
  readonly atOnce: number
  isOver(): boolean
  onAnswered?(): void
}
