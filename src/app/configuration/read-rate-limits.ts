import { invalid } from '../../errors.js'
import type { Configuration } from './configuration.js'
import type { Environment } from './data-dir.js'

/** A single agent stays below its session's limit, a dozen of them below their key's, and a team below its tenant's. */
const defaults = { session: 100, key: 1_200, tenant: 6_000 }

/** COM10. Without a limit for sessions there is none for keys and tenants either, unless one is set. */
export function readRateLimits(
  env: Environment,
): Pick<Configuration, 'rateLimit' | 'keyRateLimit' | 'tenantRateLimit'> {
  const rateLimit = read(env, 'WW_RATE_LIMIT', defaults.session, 'calls')
  const isOff = rateLimit === 0
  return {
    rateLimit,
    keyRateLimit: read(env, 'WW_KEY_RATE_LIMIT', isOff ? 0 : defaults.key, 'units'),
    tenantRateLimit: read(env, 'WW_TENANT_RATE_LIMIT', isOff ? 0 : defaults.tenant, 'units'),
  }
}

function read(env: Environment, name: string, fallback: number, what: string): number {
  const text = env[name]
  if (!text) return fallback
  const limit = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit)) return limit
  throw invalid(name, `${name} must be a whole number of ${what} a minute, such as ${fallback || 100}; 0 is no limit`)
}
