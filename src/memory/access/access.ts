/** Who has no key of his own lives here: the memories of whoever runs the program. */
export const ownTenant = 'default'

/** `read` looks, `write` also tells and forgets, `admin` also sees what concerns the whole server. */
export const roles = ['read', 'write', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a caller from outside may see and do. */
export interface Access {
  readonly tenant: string
  readonly role: Role
  /** COM3: when the key is bound to sessions, these and no others. */
  readonly sessions?: readonly string[]
  /** The id of the key, for limits and logs; null where none is needed. */
  readonly key: string | null
}

/** On this machine's own address, with no keys made: everything. */
export const ownAccess: Access = { tenant: ownTenant, role: 'admin', key: null }
