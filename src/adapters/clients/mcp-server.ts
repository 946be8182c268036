import type { SettingsEdit } from './settings-edit.js'

/** The name of our entry in every client. */
export const serverName = 'world-weaver'

export interface WantedServer {
  readonly platform: NodeJS.Platform
  /** Undefined leaves the one that is there; `core` where there is none. */
  readonly toolset: string | undefined
  /** Where this program is. */
  readonly program: string
  /** Where memories are kept, if not in the usual place. */
  readonly dataDir?: string
  /** As the client writes the address of a server that runs already; without it the client starts its own. */
  readonly addressEntry?: Readonly<Record<string, unknown>>
}

/** A server that runs already: `ww serve`. */
export interface ServerAddress {
  readonly url: string
  /** What it must be shown, if it asks. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An edit that writes our server into one client's settings. */
export type ServerEdit = (wanted: WantedServer) => SettingsEdit

/** What a client must know to start us. */
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

/** An entry that starts a program, as ours does; others are addresses, whose fields mean nothing beside ours. */
export const startsProgram = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null && 'command' in entry

/** Any other entry of our name. */
export const isAddress = (entry: unknown): boolean => entry !== undefined && !startsProgram(entry)

function toolsetOf(entry: unknown): string | undefined {
  if (!startsProgram(entry)) return undefined
  const { env } = entry
  if (typeof env !== 'object' || env === null || !('WW_TOOLSETS' in env)) return undefined
  return typeof env.WW_TOOLSETS === 'string' ? env.WW_TOOLSETS : undefined
}
