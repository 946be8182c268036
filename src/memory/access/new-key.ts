import { invalid } from '../../errors.js'
import { defaultSessionId, sessionIdPattern } from '../session-id.js'
import { ownTenant, type Role, roles } from './access.js'
import { parseExpiry } from './expiry.js'
import { isTenantName, tenantNameRule } from './tenant-name.js'

/** What somebody asks for, as typed. */
export interface AskedKey {
  readonly name?: string
  readonly tenant?: string
  readonly role?: string
  readonly sessions?: readonly string[]
  readonly expires?: string
}

/** What a key will be, but for its id and its secret. */
export interface PlannedKey {
  readonly name: string | null
  readonly tenant: string
  readonly role: Role
  readonly sessions: readonly string[] | null
  readonly expiresAt: number | null
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u
const mostSessions = 100

/** Throws `validation_error` whose field is the option that cannot be used. */
export function planKey(asked: AskedKey, now: number): PlannedKey {
  const { name = null, tenant = ownTenant, role = 'write', sessions = [], expires } = asked
  if (name !== null && !namePattern.test(name)) {
    throw invalid('--name', '--name must be 1 to 64 letters, digits, spaces or any of . _ @ -')
  }
  if (!isTenantName(tenant)) throw invalid('--tenant', `--tenant ${tenantNameRule}`)
  const known = roles.find((each) => each === role)
  if (known === undefined) throw invalid('--role', `--role must be one of ${roles.join(', ')}`)
  if (known === 'admin' && tenant !== ownTenant) {
    throw invalid('--role', '--role admin is for the whole server, and goes with no --tenant: use write')
  }
  if (known === 'admin' && sessions.length > 0) {
    throw invalid('--role', '--role admin is for the whole server, and goes with no --session: use write')
  }
  checkSessions(sessions)
  return {
    name,
    tenant,
    role: known,
    sessions: sessions.length === 0 ? null : [...new Set(sessions)],
    expiresAt: expires === undefined ? null : readExpiry(expires, now),
  }
}

function checkSessions(sessions: readonly string[]): void {
  for (const session of sessions) {
    if (!sessionIdPattern.test(session)) {
      throw invalid('--session', '--session must be 1 to 128 letters, digits, "_" or "-"')
    }
    if (session === defaultSessionId) {
      throw invalid(
        '--session',
        `--session "${defaultSessionId}" sees all sessions, so a key cannot be bound to it: leave --session out`,
      )
    }
  }
  if (sessions.length > mostSessions) throw invalid('--session', `--session can be given ${mostSessions} times at most`)
}

function readExpiry(text: string, now: number): number {
  const end = parseExpiry(text, now)
  if (end !== undefined) return end
  throw invalid('--expires', '--expires must be a time to come, such as 12h, 30d, 8w or 2030-01-31')
}
