import type { SettingsEdit } from './settings-edit.js'

/** The name of our entry in every client. */
export const serverName = 'world-weaver'

export interface WantedServer {
  readonly platform: NodeJS.Platform
  /** Undefined leaves the present one, or writes `core`. */
  readonly toolset: string | undefined
  /** Path of this program. */
  readonly program: string
  /** Where memories are stored, if not in the default folder. */
  readonly dataDir?: string
  /** The client's entry for the address of a running server; without it the client starts its own server. */
  readonly addressEntry?: Readonly<Record<string, unknown>>
}

/** A running server: `ww serve`. */
export interface ServerAddress {
  readonly url: string
  /** Authentication, if the server requires it. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An edit that writes our server into one client's settings. */
export type ServerEdit = (wanted: WantedServer) => SettingsEdit

/** The entry with which a client starts us. */
export function serverEntry({ platform, toolset, dataDir }: WantedServer, existing: unknown) {
  const command = ['npx', '-y', 'world-weaver', 'mcp']
  // npx is a batch file on Windows, which only a shell can start.
  const [program, ...args] = platform === 'win32' ? ['cmd', '/c', ...command] : command
  const env = {
    WW_TOOLSETS: toolset ?? toolsetOf(existing) ?? 'core',
    ...(dataDir === undefined ? {} : { WW_DATA_DIR: dataDir }),
  }
  return { command: program, args, env }
}

/** Whether an entry starts a program, as ours does; others are addresses, whose fields do not apply to ours. */
export const startsProgram = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null && 'command' in entry

/** Whether there is an entry of our name that starts no program. */
export const isAddress = (entry: unknown): boolean => entry !== undefined && !startsProgram(entry)

function toolsetOf(entry: unknown): string | undefined {
  if (!startsProgram(entry)) return undefined
  const { env } = entry
  if (typeof env !== 'object' || env === null || !('WW_TOOLSETS' in env)) return undefined
  return typeof env.WW_TOOLSETS === 'string' ? env.WW_TOOLSETS : undefined
}
