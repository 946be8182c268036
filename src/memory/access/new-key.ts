import { invalid } from '../../errors.js'
import { defaultSessionId, sessionIdPattern } from '../session-id.js'
import { parseTime } from '../time.js'
import { ownTenant, type Role, roles } from './access.js'
import { isTenantName, tenantNameRule } from './tenant-name.js'

/** The options of a new key, as typed. */
export interface KeyRequest {
  readonly name?: string
  readonly tenant?: string
  readonly role?: string
  readonly sessions?: readonly string[]
  readonly expires?: string
}

/** A validated key without its id and secret. */
export interface PlannedKey {
  readonly name: string | null
  readonly tenant: string
  readonly role: Role
  readonly sessions: readonly string[] | null
  readonly expiresAt: number | null
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u
const maxSessions = 100

/** Throws `validation_error`; its field is the invalid option. */
export function planKey(request: KeyRequest, now: number): PlannedKey {
  const { name = null, tenant = ownTenant, role = 'write', sessions = [], expires } = request
  if (name !== null && !namePattern.test(name)) {
    throw invalid('--name', '--name must be 1 to 64 letters, digits, spaces or any of . _ @ -')
  }
  if (!isTenantName(tenant)) throw invalid('--tenant', `--tenant ${tenantNameRule}`)
  const known = roles.find((each) => each === role)
  if (known === undefined) throw invalid('--role', `--role must be one of ${roles.join(', ')}`)
  const limit = tenant !== ownTenant ? '--tenant' : sessions.length > 0 ? '--session' : undefined
  if (known === 'admin' && limit !== undefined) {
    const problem = `is for the whole server and cannot be combined with ${limit}: use --role write`
    throw invalid('--role', `--role admin ${problem}`)
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
  if (sessions.length > maxSessions) throw invalid('--session', `--session can be given at most ${maxSessions} times`)
}

function readExpiry(text: string, now: number): number {
  const end = parseExpiry(text, now)
  if (end !== undefined) return end
  throw invalid('--expires', '--expires must be a future time, such as 12h, 30d, 8w or 2030-01-31')
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** Parses `12h`, `30d`, `8w` or a date, whose day is included; undefined when it is neither, or in the past. */
function parseExpiry(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const end =
    count !== undefined
      ? now + Number(count) * unitMs[unit!]!
      : /^\d{4}-\d\d-\d\d$/.test(text)
        ? addDay(parseTime(text))
        : parseTime(text)
  return end !== undefined && end > now ? end : undefined
}

const addDay = (moment: number | undefined): number | undefined =>
  moment === undefined ? undefined : moment + unitMs.d!
