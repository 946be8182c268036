import { homedir } from 'node:os'
import { type Configuration, readConfiguration } from './app/configuration.js'
import { createWorldWeaver, type Parts, type WorldWeaver } from './app/world-weaver.js'
import { invalid } from './errors.js'
import { resolveWeights } from './memory/activation/weights.js'
import { sessionIdPattern } from './memory/session-id.js'

export type { InputOf, OperationName, OutputOf, WorldWeaver } from './app/world-weaver.js'
export { type ErrorCode, errorCodes, WorldWeaverError } from './errors.js'
export type { Clock } from './ports/clock.js'
export type { Embedder } from './ports/embedder.js'

export type OpenOptions = Partial<Configuration> & Parts

/** Opens a memory as the environment describes it (`WW_DATA_DIR` and the like), unless the options say otherwise. */
export function openWorldWeaver({ clock, embedder, threads, checksOutput, ...options }: OpenOptions = {}): WorldWeaver {
  const configuration = { ...readConfiguration(process.env, process.cwd(), process.platform, homedir()), ...options }
  const weights = resolveWeights(configuration.weights)
  if (!sessionIdPattern.test(configuration.session)) {
    throw invalid('session', 'session must be 1 to 128 letters, digits, "_" or "-"')
  }
  return createWorldWeaver({ ...configuration, weights }, { clock, embedder, threads, checksOutput })
}
