import { isObject } from '../../plain-object.js'
import { type Installation, launchOf } from './installation.js'
import type { SettingsEdit } from './settings-edit.js'

/** The name of our entry in every client. */
export const serverName = 'world-weaver'

/**
 * COM10: calls a minute of one session. Above what a model makes with all its tools in parallel, and still an end for
 * one that calls in a loop.
 */
const localRateLimit = '6000'

export interface WantedServer extends Installation {
  /** Undefined leaves the present one, or writes `core`. */
  readonly toolset: string | undefined
  /** Let the tools in `readingTools` through without asking each time; undefined leaves what is there. */
  readonly allowsReading?: boolean
  /** Where memories are stored, if not in the default folder. */
  readonly dataDir?: string
  /** The client's entry for the address of a running server; without it the client starts its own server. */
  readonly addressEntry?: Readonly<Record<string, unknown>>
}

/** Tools that only show what is stored. */
export const readingTools = ['recall', 'get_memory'] as const

/** A running server: `ww serve`. */
export interface ServerAddress {
  readonly url: string
  /** Authentication, if the server requires it. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An edit that writes our server into one client's settings. */
export type ServerEdit = (wanted: WantedServer) => SettingsEdit

/** The entry with which a client starts us. */
export function serverEntry(wanted: WantedServer, existing: unknown) {
  const { toolset, dataDir } = wanted
  const { command, args } = launchOf(wanted)
  const env = {
    WW_TOOLSETS: toolset ?? variableOf(existing, 'WW_TOOLSETS') ?? 'core',
    WW_RATE_LIMIT: variableOf(existing, 'WW_RATE_LIMIT') ?? localRateLimit,
    ...(dataDir === undefined ? {} : { WW_DATA_DIR: dataDir }),
  }
  return { command, args: [...args, 'mcp'], env }
}

/** Whether an entry starts a program, as ours does; others are addresses, whose fields do not apply to ours. */
export const startsProgram = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null && 'command' in entry

/** Whether there is an entry of our name that starts no program. */
export const isAddress = (entry: unknown): boolean => entry !== undefined && !startsProgram(entry)

function variableOf(entry: unknown, name: string): string | undefined {
  if (!startsProgram(entry)) return undefined
  const env = entry.env ?? entry.environment
  const value = isObject(env) ? env[name] : undefined
  return typeof value === 'string' ? value : undefined
}
