import { WorldWeaverError } from '../errors.js'
import type { Access } from '../memory/access/access.js'
import { type Effect, permits, reaches, usualSession } from '../memory/access/permission.js'
import type { OperationContext } from './operation-context.js'

/** Every door asks here, before anything is read: what a key may do does not depend on the way it came in. */
export function assertEffect(effect: Effect, access: Access | undefined): void {
  if (access === undefined || permits(access.role, effect)) return
  throw new WorldWeaverError('forbidden', 'This key is for reading only')
}

/**
 * COM3: a key that is bound to sessions names these and no others. An operation's input names sessions in `session_id`
 * and `session_filter` alone; lines that are taken in are held to the caller's own session, which is never `default`.
 */
export function assertSessions(named: readonly unknown[], access: Access | undefined): void {
  if (access === undefined) return
  for (const session of named) {
    if (typeof session === 'string' && !reaches(access, session)) throw outOfReach(session)
  }
}

export const outOfReach = (session: string): WorldWeaverError =>
  new WorldWeaverError('forbidden', `This key is not for session "${session}"`)

/** COM2: the call of a bound key that names no session is of its first. */
export const defaultsFor = ({
  defaults,
  access,
}: Pick<OperationContext, 'defaults' | 'access'>): OperationContext['defaults'] => ({
  session: usualSession(access, defaults.session),
  project: defaults.project,
})
