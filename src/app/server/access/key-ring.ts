import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { invalid, notFound } from '../../../errors.js'
import { type ApiKey, isUsable, shouldRecordUse } from '../../../memory/access/api-key.js'
import { idBytes, parseToken, secretBytes, toToken } from '../../../memory/access/api-token.js'
import { planKey } from '../../../memory/access/new-key.js'
import type { Clock } from '../../../ports/clock.js'
import type { KeyStore } from '../../../ports/key-store.js'
import type { Log } from '../../../ports/log.js'
import type { KeyRing as OwnerKeyRing } from '../../../surfaces/cli/keys/key-ring.js'

/** Creates keys and verifies tokens. */
export interface KeyRing extends OwnerKeyRing {
  /** The usable key of this token; undefined for an unknown, wrong, expired or revoked one. */
  find(token: string): Promise<ApiKey | undefined>
  /** Whether an already verified key is still usable. */
  isInForce(id: string): Promise<boolean>
  hasUsable(): Promise<boolean>
}

/**
 * One round of SHA-256: a slow hash protects passwords, which can be guessed. 256 random bits cannot, and every call
 * would pay for the slow hash.
 */
const digestOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/** Compared with if there is no such key, so that both cases take the same time. */
const unusedDigest = digestOf(randomBytes(secretBytes).toString('base64url'))

export function openKeyRing(store: KeyStore, { clock, log }: { readonly clock: Clock; readonly log: Log }): KeyRing {
  async function findNamed(idOrName: string): Promise<ApiKey> {
    const keys = await store.list()
    const found =
      keys.find(({ id }) => id === idOrName) ??
      keys.find(({ name, revokedAt }) => name === idOrName && revokedAt === null)
    if (found === undefined) throw notFound(`Key "${idOrName}"`, 'key')
    return found
  }

  return {
    async create(asked) {
      const now = clock.now()
      const { name, ...planned } = planKey(asked, now)
      const id = randomBytes(idBytes).toString('hex')
      const secret = randomBytes(secretBytes).toString('base64url')
      const rest = { createdAt: now, lastUsedAt: null, revokedAt: null }
      const key: ApiKey = { id, name: name ?? id, digest: digestOf(secret), ...planned, ...rest }
      if (await store.add(key)) return { key, token: toToken({ id, secret }) }
      throw invalid('--name', `--name "${key.name}" is the name of another key: revoke that first, or choose another`)
    },
    list: () => store.list(),
    async revoke(idOrName) {
      const { id } = await findNamed(idOrName)
      await store.revoke(id, clock.now())
      return findNamed(id)
    },
    async find(text) {
      const now = clock.now()
      const token = parseToken(text)
      const key = token === undefined ? undefined : await store.find(token.id)
      // Timing may reveal whether an id exists, but not how much of a secret is right.
      const isProven = timingSafeEqual(digestOf(token?.secret ?? text), key?.digest ?? unusedDigest)
      if (key === undefined || !isProven || !isUsable(key, now)) return undefined
      if (shouldRecordUse(key, now)) {
        // One small write a minute for each key, in this thread. Its failure must not fail the call.
        await store
          .noteUse(key.id, now)
          .catch((error: unknown) => log.warn('could not note the use of a key', { error }))
      }
      return key
    },
    async isInForce(id) {
      const key = await store.find(id)
      return key !== undefined && isUsable(key, clock.now())
    },
    hasUsable: async () => (await store.list()).some((key) => isUsable(key, clock.now())),
    close: () => store.close(),
  }
}
