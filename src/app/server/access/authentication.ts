import { type PeerUser, peerUser } from '../../../adapters/system/peer-user.js'
import { invalid, WorldWeaverError } from '../../../errors.js'
import { type Access, ownAccess } from '../../../memory/access/access.js'
import { accessOf } from '../../../memory/access/api-key.js'
import { isLoopback } from '../../../memory/access/loopback.js'
import type { Credentials } from '../../../surfaces/http/http-surface.js'
import type { KeyRing } from './key-ring.js'

/** When `ww serve` requires keys: always, or only on addresses that other machines can reach. */
export type Auth = 'required' | 'outside'

export interface Authentication {
  /** Throws `unauthorized`. A token that is given must be valid, also where none is required. */
  authenticate(credentials: Credentials): Promise<Access>
}

/**
 * On a loopback address a caller without a token is the owner, who could open the files as well, unless `auth` requires
 * a key, or the system says that the connection is another user's. On any other address every caller needs a key, and the server starts only if there is one.
 */
export async function openAuthentication(
  keys: KeyRing,
  { host, auth }: { readonly host: string; readonly auth: Auth },
): Promise<Authentication> {
  const isOpen = isLoopback(host) && auth !== 'required'
  if (!isLoopback(host) && !(await hasUsable(keys))) {
    const reason = `${host} can be reached by other machines, and there is no key in force`
    throw invalid('--host', `--host ${reason}: make one first with "ww key create"`)
  }
  return {
    async authenticate({ token, isForwarded, connection }) {
      if (token === undefined) {
        // A proxy on this machine forwards callers from anywhere.
        if (!isOpen || isForwarded) throw unauthorized()
        if (connection !== undefined && !mayBeOwner(await peerUser(connection))) throw ofOtherUser()
        return ownAccess
      }
      const key = await keys.find(token)
      if (key === undefined) throw unauthorized()
      return accessOf(key)
    },
  }
}

async function hasUsable(keys: KeyRing): Promise<boolean> {
  try {
    return await keys.hasUsable()
  } catch (cause) {
    throw new WorldWeaverError('internal_error', 'The server could not read the keys', { cause })
  }
}

/**
 * Whether the process at the other end could open the owner's files: one of the same user, or of root. Where the system
 * does not tell, everybody on this machine is taken for the owner, unless `--auth`.
 */
function mayBeOwner(user: PeerUser): boolean {
  if (user === 'untold') return true
  return user === 0 || user === process.getuid?.()
}

const ofOtherUser = (): WorldWeaverError =>
  new WorldWeaverError('unauthorized', 'This server is another user’s: it needs a key, Authorization: Bearer <key>')

/** The same message for a missing, wrong, expired and revoked key, so that a caller does not learn which. */
const unauthorized = (): WorldWeaverError =>
  new WorldWeaverError('unauthorized', 'This needs a valid key: Authorization: Bearer <key>')
