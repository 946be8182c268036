import { type ApiKey, isUsable } from '../../../memory/access/api-key.js'
import { formatTime } from '../../../memory/time.js'
import { toAge, toMinute } from '../rendering/age.js'
import { table } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'

const timeOf = (moment: number | null): string | null => (moment === null ? null : formatTime(moment))

/** The key as JSON, without its secret. */
export const toKeyBody = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  tenant: key.tenant,
  role: key.role,
  sessions: key.sessions,
  created_at: formatTime(key.createdAt),
  expires_at: timeOf(key.expiresAt),
  last_used_at: timeOf(key.lastUsedAt),
  revoked_at: timeOf(key.revokedAt),
})

export function renderKeys(keys: readonly ApiKey[], terminal: Terminal, now: number): string[] {
  const { style } = terminal
  return keys.flatMap((key, at) => {
    const name = isUsable(key, now) ? style.bold(key.name) : style.dim(key.name)
    return [...(at === 0 ? [] : ['']), `${name}${stateOf(key, now)}`, ...table(rowsOf(key, now), terminal)]
  })
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return `, revoked ${toAge(formatTime(key.revokedAt), now)}`
  return isUsable(key, now) ? '' : ', expired'
}

export function rowsOf(key: ApiKey, now: number): (readonly [string, string])[] {
  return [
    ['id', key.id],
    ['tenant', key.tenant],
    ['role', key.role],
    ['sessions', key.sessions?.join(', ') ?? 'all'],
    ['created', toAge(formatTime(key.createdAt), now)],
    ['expires', key.expiresAt === null ? 'never' : toMinute(formatTime(key.expiresAt))],
    ['last used', key.lastUsedAt === null ? 'never' : toAge(formatTime(key.lastUsedAt), now)],
  ]
}
