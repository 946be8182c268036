import { invalid, WorldWeaverError } from '../../errors.js'
import { type Access, ownAccess } from '../../memory/access/access.js'
import { accessOf } from '../../memory/access/api-key.js'
import { isLoopback } from '../../memory/access/loopback.js'
import type { Credentials } from '../../surfaces/http/http-surface.js'
import type { KeyRing } from './key-ring.js'

/** Whether `ww serve` asks for keys: always, or only where somebody from outside could call. */
export type Auth = 'required' | 'outside'

/** Who may come in, and as whom. */
export interface Admission {
  /** Throws `unauthorized`. Whoever shows a token is held to it, also where none is asked for. */
  admit(credentials: Credentials): Promise<Access>
}

/**
 * On an address of this machine alone whoever calls is taken for the owner, who could open the files as well, unless
 * `auth` says otherwise; on any other address nobody gets in without a key, and there must be one.
 */
export async function openAdmission(
  keys: KeyRing,
  { host, auth }: { readonly host: string; readonly auth: Auth },
): Promise<Admission> {
  const isOpen = isLoopback(host) && auth !== 'required'
  if (!isLoopback(host) && !(await hasUsable(keys))) {
    const reason = `${host} can be reached by other machines, and there is no key in force`
    throw invalid('--host', `--host ${reason}: make one first with "ww key create"`)
  }
  return {
    async admit({ token, isForwarded }) {
      if (token === undefined) {
        // A proxy on this machine brings callers from anywhere.
        if (isOpen && !isForwarded) return ownAccess
        throw unauthorized()
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

/** The same words for no key, a wrong one, one that expired and one that was revoked: nobody learns which. */
const unauthorized = (): WorldWeaverError =>
  new WorldWeaverError('unauthorized', 'This needs a valid key: Authorization: Bearer <key>')
