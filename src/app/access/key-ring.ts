import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { invalid, notFound } from '../../errors.js'
import { type ApiKey, isUsable, isUseNews } from '../../memory/access/api-key.js'
import { idBytes, parseToken, secretBytes, toToken } from '../../memory/access/api-token.js'
import { type AskedKey, planKey } from '../../memory/access/new-key.js'
import type { Clock } from '../../ports/clock.js'
import type { KeyStore } from '../../ports/key-store.js'
import type { Log } from '../../ports/log.js'

/** Makes keys, and knows them again. */
export interface KeyRing {
  /** The token is told here, and never again. */
  create(asked: AskedKey): Promise<{ readonly key: ApiKey; readonly token: string }>
  list(): Promise<readonly ApiKey[]>
  /** By id, else by the name of a key in force. */
  revoke(idOrName: string): Promise<ApiKey>
  /** The key that the token proves; undefined where it proves nothing, whatever the reason. */
  find(token: string): Promise<ApiKey | undefined>
  hasUsable(): Promise<boolean>
  close(): Promise<void>
}

/**
 * One round of SHA-256: a slow hash protects what people choose, which can be guessed; nobody guesses 256 random bits,
 * and every call would pay for the slowness.
 */
const digestOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/** Compared with where there is no key, so that both ways are as long. */
const nobody = digestOf(randomBytes(secretBytes).toString('base64url'))

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
      // Whether there is such an id is no secret worth a longer way; how much of a secret is right would be.
      const isProven = timingSafeEqual(digestOf(token?.secret ?? text), key?.digest ?? nobody)
      if (key === undefined || !isProven || !isUsable(key, now)) return undefined
      if (isUseNews(key, now)) {
        // Once a minute for each key, a write of some bytes in this thread. It must not cost the caller the answer.
        await store
          .noteUse(key.id, now)
          .catch((error: unknown) => log.warn('could not note the use of a key', { error }))
      }
      return key
    },
    hasUsable: async () => (await store.list()).some((key) => isUsable(key, clock.now())),
    close: () => store.close(),
  }
}
