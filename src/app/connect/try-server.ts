import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'
import { type ConfiguredServer, isStarted, type StartedServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import type { Trial } from '../../surfaces/cli/connect/connections.js'
import { withTemporaryStore } from '../cli/temporary-store.js'
import { version } from '../configuration/version.js'
import { lookAtStore } from './entry-store.js'
import { type StartedTransport, startServer } from './started-client.js'

/** Longer than any client waits; npx may have to download the package. */
const limitMs = { program: 45_000, npx: 90_000, address: 10_000 }

type Surroundings = Pick<Machine, 'platform' | 'home' | 'env'>

/**
 * CNN3: starts the server of an entry as its client would, shakes hands, and recalls. No memory is read, used or written:
 * nothing happened before 1970, and a store that this would create or upgrade is replaced by a temporary one.
 */
export async function tryServer(server: ConfiguredServer, machine: Surroundings, limit?: number): Promise<Trial> {
  if (!isStarted(server)) return tryAddress(server)
  const { command, args } = server
  const program = args.find((word) => isAbsolute(word) && /\.[cm]?js$/.test(word))
  for (const file of [command, program])
    if (file !== undefined && isAbsolute(file) && !existsSync(file)) return failed(`${file} does not exist`)
  const env = { ...inherited(machine), ...server.env }
  const store = await lookAtStore(server, env, machine)
  if ('problem' in store) return failed(store.problem)
  if (store.isOpened) return tryStarted(server, env, machine.home, limit)
  return withTemporaryStore((dataDir) =>
    tryStarted(server, { ...env, WW_DATA_DIR: dataDir, WW_DATABASE_URL: '', WW_TENANT: '' }, machine.home, limit),
  )
}

/** What every client passes on: some pass on more, Codex and the SDK's own do not. */
function inherited({ env }: Surroundings): Record<string, string> {
  return Object.fromEntries(DEFAULT_INHERITED_ENV_VARS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

async function tryStarted(
  server: StartedServer,
  env: Record<string, string>,
  home: string,
  given: number | undefined,
): Promise<Trial> {
  const { command, args } = server
  const transport = startServer(server, env, existsSync(home) ? home : '/')
  const isNpx = args.some((word) => /^world-weaver(?:@|$)/.test(word))
  const limit = given ?? (isNpx ? limitMs.npx : limitMs.program)
  return converse(transport, limit, (error, isLate) => describe(error, isLate, limit, command, transport))
}

function tryAddress({ url, headers }: Exclude<ConfiguredServer, StartedServer>): Promise<Trial> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const { address: limit } = limitMs
  return converse(transport, limit, (error, isLate) =>
    isLate ? `${url} did not answer within ${limit / 1000} seconds` : `${url} does not answer: ${reasonOf(error)}`,
  )
}

async function converse(
  transport: Transport,
  limit: number,
  describeProblem: (error: unknown, isLate: boolean) => string,
): Promise<Trial> {
  const client = new Client({ name: 'world-weaver-connect', version })
  const late = AbortSignal.timeout(limit)
  const startedAt = performance.now()
  const isLate = new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason)))
  isLate.catch(() => undefined)
  try {
    await Promise.race([isLate, talk(client, transport)])
    return { works: true, ms: Math.round(performance.now() - startedAt) }
  } catch (error) {
    return failed(describeProblem(error, late.aborted))
  } finally {
    await client.close().catch(() => undefined)
    await transport.close().catch(() => undefined)
  }
}

async function talk(client: Client, transport: Transport): Promise<void> {
  await client.connect(transport)
  const { tools } = await client.listTools()
  // Somebody may have chosen tools without it.
  if (!tools.some(({ name }) => name === 'recall')) return
  const query = { query: 'Is World Weaver connected?', time_end: '1970-01-01T00:00:00Z' }
  const { isError, structuredContent } = await client.callTool({ name: 'recall', arguments: query })
  if (isError === true) throw new Error(messageIn(structuredContent))
}

const messageIn = (answer: unknown): string => {
  const { message } = (answer ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : 'recall failed'
}

function describe(
  error: unknown,
  isLate: boolean,
  limit: number,
  command: string,
  transport: StartedTransport,
): string {
  const complaints = lastLines(transport.complaints())
  const ended = transport.ended()
  if (isLate) return `it did not answer within ${limit / 1000} seconds${complaints}`
  if (ended !== undefined)
    return `it ended with ${ended.signal ?? `code ${ended.code}`} before it answered${complaints}`
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `"${command}" is not a program that can be found`
  if (code === 'EACCES') return `"${command}" may not be run`
  return `${reasonOf(error)}${complaints}`
}

const lastLines = (text: string): string => {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-3)
  return lines.length === 0 ? '' : `: ${lines.join(' / ')}`
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

const failed = (problem: string): Trial => ({ works: false, problem })
