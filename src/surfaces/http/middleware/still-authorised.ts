import { WorldWeaverError } from '../../../errors.js'
import type { Credentials, HttpSurface } from '../http-surface.js'

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof WorldWeaverError && error.code === 'unauthorized'

/** For streams and sockets: a key may expire or be revoked while they are open. */
export async function isStillAuthorised(
  authenticate: HttpSurface['authenticate'],
  credentials: Credentials,
): Promise<boolean> {
  try {
    await authenticate(credentials)
    return true
  } catch (error) {
    if (isUnauthorized(error)) return false
    throw error
  }
}
