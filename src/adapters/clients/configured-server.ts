import { isObject } from '../../plain-object.js'

/** A server that a client starts, without a shell. */
export interface StartedServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A server that runs already. */
interface RunningServer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What an entry in a client's settings says. */
export type ConfiguredServer = StartedServer | RunningServer

/** The names of fields differ between clients, but none has two meanings. Undefined if it says neither. */
export function toConfiguredServer(entry: unknown): ConfiguredServer | undefined {
  if (!isObject(entry)) return undefined
  // OpenCode has one list for the command and its arguments.
  const words = Array.isArray(entry.command) ? entry.command : [entry.command, ...listOf(entry.args)]
  const [command, ...args] = words.map(String)
  if (entry.command !== undefined && command !== undefined && command !== '')
    return { command, args, env: textsOf(entry.env ?? entry.environment) }
  const url = entry.httpUrl ?? entry.serverUrl ?? entry.url
  return typeof url === 'string' ? { url, headers: textsOf(entry.headers ?? entry.http_headers) } : undefined
}

export const isStarted = (server: ConfiguredServer): server is StartedServer => 'command' in server

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textsOf = (value: unknown): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
      )
    : {}
