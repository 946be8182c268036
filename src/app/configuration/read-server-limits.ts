import { invalid } from '../../errors.js'
import type { ServerLimits } from '../../surfaces/http/server-limits.js'
import type { Environment } from './data-dir.js'

/** The longest delay of a Node.js timer. */
const maxSeconds = 2_147_483

export function readServerLimits(env: Environment): ServerLimits {
  const seconds = readWhole(env, 'WW_REQUEST_TIMEOUT', 30, maxSeconds, 'seconds')
  const maxConnections = readWhole(env, 'WW_MAX_CONNECTIONS', 2_000, 1e6, 'connections')
  const half = Math.ceil(maxConnections / 2)
  return {
    requestTimeoutMs: seconds * 1000,
    maxRequests: readWhole(env, 'WW_MAX_CONCURRENT', 32, 1e6, 'requests'),
    maxStreams: readWhole(env, 'WW_MAX_STREAMS', 256, 1e6, 'streams'),
    maxConnections,
    maxConnectionsPerAddress: readWhole(env, 'WW_MAX_CONNECTIONS_PER_ADDRESS', half, 1e6, 'connections'),
  }
}

function readWhole(env: Environment, name: string, fallback: number, max: number, what: string): number {
  const text = env[name]
  if (!text) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number
  throw invalid(name, `${name} must be a whole number of ${what}, 1 to ${max}, such as ${fallback}`)
}
