import { type Access, ownTenant, type Role } from './access.js'

/** What an operation does to the memories in its scope; `erase` cannot be undone. */
export type Effect = 'read' | 'write' | 'erase'

/**
 * `read` permits reading only; `write` permits storing and erasing too. No operation needs `admin`: none reaches beyond
 * the caller's scope (COM3), those that empty or replace it (`gwt_reset`, `gwt_restore_memory`, `forget`) ask for a
 * confirmation, writers must be able to erase what they stored, and `gwt_reset` of `runtime` only reloads the tenant's
 * caches. `admin` is for server-wide figures.
 */
export const permits = (role: Role, effect: Effect): boolean => effect === 'read' || role !== 'read'

/** Server-wide figures reveal every tenant, so that only the operator may see them (COM3). */
export const isServerAdmin = ({ tenant, role }: Access): boolean => role === 'admin' && tenant === ownTenant

/** COM3: whether the caller may read and write in this session. */
export const mayUseSession = ({ sessions }: Pick<Access, 'sessions'>, session: string): boolean =>
  sessions === undefined || sessions.includes(session)

/** COM2: the session of a call that names none. */
export const defaultSession = (access: Pick<Access, 'sessions'> | undefined, serverSession: string): string =>
  access?.sessions?.[0] ?? serverSession
