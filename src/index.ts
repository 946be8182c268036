import { type Configuration, readConfiguration } from './app/configuration/configuration.js'
import { assertOwnFolder } from './app/configuration/data-dir.js'
import { readDatabaseUrl } from './app/configuration/database-url.js'
import { findNamespace } from './app/configuration/find-namespace.js'
import { createWorldWeaver, type Parts, type WorldWeaver } from './app/memory/world-weaver.js'
import { invalid } from './errors.js'
import { resolveWeights } from './memory/activation/weights.js'
import { sessionIdPattern } from './memory/session-id.js'

export type { WorldWeaver } from './app/memory/world-weaver.js'
export { type ErrorCode, errorCodes, WorldWeaverError } from './errors.js'
export type { Access, Role } from './memory/access/access.js'
export type { ExportedLines, ExportInput } from './operations/import-export/export-memories.js'
export type { ForeignInput, ForeignOutcome, FoundRecord } from './operations/import-export/import-foreign.js'
export type { ImportInput, LineOutcome } from './operations/import-export/import-memories.js'
export type { InputOf, OperationName, OutputOf } from './operations/machinery/operation-name.js'
export type { Clock } from './ports/clock.js'
export type { Embedder } from './ports/embedder.js'
export type { Resources } from './resources/open-resources.js'

export type OpenOptions = Partial<Configuration> & Parts

/** Opens a memory with the settings of the environment (`WW_DATA_DIR` and others), which the options override. */
export function openWorldWeaver({
  clock,
  embedder,
  threads,
  readers,
  connections,
  checksOutput,
  subscribers,
  trace,
  onStage,
  ...options
}: OpenOptions = {}): WorldWeaver {
  const environment = readConfiguration(process.env)
  // An option that is undefined, such as `dataDir: process.env.SOMETHING`, counts as not given.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  // A given folder takes precedence over a database from the environment.
  const { databaseUrl: _, ...inFolder } = environment
  const configuration: Configuration = { ...(given.dataDir === undefined ? environment : inFolder), ...given }
  const weights = resolveWeights(configuration.weights)
  checkOptions(configuration)
  const { dataDir } = configuration
  assertOwnFolder(dataDir, process.env, 'dataDir')
  const namespace = options.namespace ?? (given.dataDir === undefined ? environment.namespace : findNamespace(dataDir))
  return createWorldWeaver(
    { ...configuration, weights, namespace },
    { clock, embedder, threads, readers, connections, checksOutput, subscribers, trace, onStage },
  )
}

/** Applies the checks of the environment's variables, for callers without a type checker. */
function checkOptions({ dataDir, databaseUrl, session, project }: Configuration): void {
  if (databaseUrl !== undefined) readDatabaseUrl(databaseUrl, 'databaseUrl')
  if (typeof dataDir !== 'string' || dataDir === '') throw invalid('dataDir', 'dataDir must be the path of a folder')
  if (typeof session !== 'string' || !sessionIdPattern.test(session)) {
    throw invalid('session', 'session must be 1 to 128 letters, digits, "_" or "-"')
  }
  const isNamed = typeof project === 'string' && project.trim() !== '' && project !== '*'
  if (project !== null && !isNamed) throw invalid('project', 'project must be a name such as "owner/name", or null')
}
