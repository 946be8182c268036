import type { Terminal } from '../../surfaces/cli/terminal.js'
import type { OwnServer } from '../own-server.js'

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: Readonly<Record<string, unknown>>
}

/** Something the story claims, and whether it was so. */
interface Claim {
  readonly claim: string
  readonly held: boolean
}

/** A part of the story: what was asked of the server, what it answered, and how that is shown. */
export interface Scene {
  readonly title: string
  readonly calls: readonly Call[]
  readonly claims: readonly Claim[]
  readonly show: (terminal: Terminal) => readonly string[]
}

/** Calls the server and keeps what was said, for the transcript. */
export interface Narrator {
  readonly calls: readonly Call[]
  call<Answer>(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>
}

export function createNarrator(server: OwnServer): Narrator {
  const calls: Call[] = []
  return {
    calls,
    async call<Answer>(tool: string, input: Readonly<Record<string, unknown>>) {
      const { isError, body } = await server.call(tool, input)
      if (isError) throw new Error(`${tool} answered ${JSON.stringify(body)}`)
      calls.push({ tool, input, answer: body })
      // The tool's output schema is the operation's; the server's tests hold every answer against it.
      return body as Answer
    },
  }
}
