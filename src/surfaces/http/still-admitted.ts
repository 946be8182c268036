import { WorldWeaverError } from '../../errors.js'
import type { Credentials, HttpSurface } from './http-surface.js'

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof WorldWeaverError && error.code === 'unauthorized'

/** For what stays open: whether who began it would still be let in. A key may be revoked, or expire, meanwhile. */
export async function isStillAdmitted(admit: HttpSurface['admit'], credentials: Credentials): Promise<boolean> {
  try {
    await admit(credentials)
    return true
  } catch (error) {
    if (isUnauthorized(error)) return false
    throw error
  }
}
