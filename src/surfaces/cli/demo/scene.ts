import type { Terminal } from '../terminal.js'

/** A World Weaver server that the demo talks to over MCP. */
export interface DemoServer {
  /** The tool's answer, or its error. */
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly isError: boolean; readonly body: Record<string, unknown> }>
  close(): Promise<void>
}

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: Readonly<Record<string, unknown>>
}

/** A claim of the demo, and whether it proved true. */
interface Claim {
  readonly claim: string
  readonly held: boolean
}

/** A part of the demo: the calls, their answers, and how they are shown. */
export interface Scene {
  readonly title: string
  readonly calls: readonly Call[]
  readonly claims: readonly Claim[]
  readonly show: (terminal: Terminal) => readonly string[]
}

/** Calls the server and records the calls for the transcript. */
export interface Narrator {
  readonly calls: readonly Call[]
  call<Answer>(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>
}

export function createNarrator(server: DemoServer): Narrator {
  const calls: Call[] = []
  return {
    calls,
    async call<Answer>(tool: string, input: Readonly<Record<string, unknown>>) {
      const { isError, body } = await server.call(tool, input)
      if (isError) throw new Error(`${tool} answered ${JSON.stringify(body)}`)
      calls.push({ tool, input, answer: body })
      // The tool's output schema is the operation's; the server's tests check every answer against it.
      return body as Answer
    },
  }
}
