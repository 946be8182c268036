import { type Access, ownTenant, type Role } from './access.js'

/** What an operation does to the memories in its scope; `erase` cannot be undone. */
export type Effect = 'read' | 'write' | 'erase'

/**
 * `read` looks. `write` also tells and erases: no operation reaches further than the caller's scope (COM3), those that
 * empty or replace it (`gwt_reset`, `gwt_restore_memory`, `forget`) ask for a confirmation of their own, and whoever
 * keeps memories must be able to forget them. `gwt_reset` of `runtime` reads the tenant's caches anew, which changes no
 * answer. So nothing among the operations is left for `admin` alone: it is for what concerns the whole server.
 */
export const permits = (role: Role, effect: Effect): boolean => effect === 'read' || role !== 'read'

/** Figures of the whole server tell of every tenant: they are for who runs it (COM3). */
export const concernsServer = ({ tenant, role }: Access): boolean => role === 'admin' && tenant === ownTenant

/** COM3: whether the caller may act in, or ask about, this session. */
export const reaches = ({ sessions }: Pick<Access, 'sessions'>, session: string): boolean =>
  sessions === undefined || sessions.includes(session)

/** COM2: whose call it is when it names no session. */
export const usualSession = (access: Pick<Access, 'sessions'> | undefined, ofServer: string): string =>
  access?.sessions?.[0] ?? ofServer
