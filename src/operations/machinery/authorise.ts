import { WorldWeaverError } from '../../errors.js'
import type { Access } from '../../memory/access/access.js'
import { defaultSession, type Effect, mayUseSession, permits } from '../../memory/access/permission.js'
import type { OperationContext } from './operation-context.js'

/** Checks a key's role before anything is read; every surface calls it. */
export function assertEffect(effect: Effect, access: Access | undefined): void {
  if (access === undefined || permits(access.role, effect)) return
  throw new WorldWeaverError('forbidden', 'This key is for reading only')
}

/**
 * COM3: a key that is bound to sessions may name only these. An operation's input names sessions only in `session_id`
 * and `session_filter`; imported lines are limited to the caller's own session, which is never `default`.
 */
export function assertSessions(named: readonly unknown[], access: Access | undefined): void {
  if (access === undefined) return
  for (const session of named) {
    if (typeof session === 'string' && !mayUseSession(access, session)) throw outOfReach(session)
  }
}

export const outOfReach = (session: string): WorldWeaverError =>
  new WorldWeaverError('forbidden', `This key is not for session "${session}"`)

/** What a key wrote is for the owner, the server's admin, and that key itself to see as such. */
export function assertMayAskAbout(key: string, access: Access | undefined): void {
  if (access === undefined || access.key === null || access.key === key || access.role === 'admin') return
  throw new WorldWeaverError('forbidden', 'Only an admin may ask what another key wrote')
}

/** COM2: without a session in the call, a bound key acts in its first session. */
export const defaultsFor = ({
  defaults,
  access,
}: Pick<OperationContext, 'defaults' | 'access'>): OperationContext['defaults'] => ({
  session: defaultSession(access, defaults.session),
  project: defaults.project,
})
