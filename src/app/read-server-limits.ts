import { invalid } from '../errors.js'
import type { ServerLimits } from '../surfaces/http/server-limits.js'
import type { Environment } from './data-dir.js'

/** As long as a timer of Node can wait, in seconds. */
const longestSeconds = 2_147_483

export function readServerLimits(env: Environment): ServerLimits {
  const seconds = readWhole(env, 'WW_REQUEST_TIMEOUT', 30, longestSeconds, 'seconds')
  return {
    requestTimeoutMs: seconds * 1000,
    mostRequests: readWhole(env, 'WW_MAX_CONCURRENT', 32, 1e6, 'requests'),
    mostStreams: readWhole(env, 'WW_MAX_STREAMS', 256, 1e6, 'streams'),
    mostConnections: readWhole(env, 'WW_MAX_CONNECTIONS', 2_000, 1e6, 'connections'),
  }
}

function readWhole(env: Environment, name: string, usual: number, most: number, what: string): number {
  const text = env[name]
  if (!text) return usual
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
  throw invalid(name, `${name} must be a whole number of ${what}, 1 to ${most}, such as ${usual}`)
}
