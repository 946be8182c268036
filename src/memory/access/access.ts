/** The tenant of callers without a key: the person who runs the program. */
export const ownTenant = 'default'

/** `read` reads, `write` also stores and erases, `admin` also sees server-wide figures. */
export const roles = ['read', 'write', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a remote caller may see and do. */
export interface Access {
  readonly tenant: string
  readonly role: Role
  /** COM3: the only sessions that the key may use; absent when it is not bound to any. */
  readonly sessions?: readonly string[]
  /** The id of the key, for limits and logs; null when no key is needed. */
  readonly key: string | null
}

/** Full access, for callers on the loopback address while no keys exist. */
export const ownAccess: Access = { tenant: ownTenant, role: 'admin', key: null }
