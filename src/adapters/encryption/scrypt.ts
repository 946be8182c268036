import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

/**
 * Passphrases of age, https://age-encryption.org/v1 ("The scrypt recipient type"), by Node.js's own scrypt: the
 * library's takes many times as long, and the thread with it.
 */
const label = 'age-encryption.org/v1/scrypt'
/** What age itself takes, and what it accepts at most. */
const workFactor = 18
const maxWorkFactor = 22
const saltBytes = 16
const keyBytes = 32
const tagBytes = 16
/** Each key wraps one file key. */
const nonce = Buffer.alloc(12)
const cipher = 'chacha20-poly1305'

export const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(saltBytes)
    const wrapping = createCipheriv(cipher, await deriveKey(passphrase, salt, workFactor), nonce, {
      authTagLength: tagBytes,
    })
    const wrapped = Buffer.concat([wrapping.update(fileKey), wrapping.final(), wrapping.getAuthTag()])
    return [new Stanza(['scrypt', toBase64(salt), String(workFactor)], new Uint8Array(wrapped))]
  },
})

export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza] = stanzas
    if (stanzas.length !== 1 || stanza?.args[0] !== 'scrypt') return null
    const [, salt = '', factor = ''] = stanza.args
    const decoded = Buffer.from(salt, 'base64')
    const isValid =
      stanza.args.length === 3 &&
      decoded.length === saltBytes &&
      toBase64(decoded) === salt &&
      /^[1-9]\d?$/.test(factor) &&
      Number(factor) <= maxWorkFactor &&
      stanza.body.length === keyBytes
    if (!isValid) return null
    const unwrapping = createDecipheriv(cipher, await deriveKey(passphrase, decoded, Number(factor)), nonce, {
      authTagLength: tagBytes,
    })
    unwrapping.setAuthTag(stanza.body.subarray(-tagBytes))
    try {
      const fileKey = Buffer.concat([unwrapping.update(stanza.body.subarray(0, -tagBytes)), unwrapping.final()])
      return new Uint8Array(fileKey)
    } catch {
      // Another passphrase.
      return null
    }
  },
})

/** Without padding, as the format has it. */
const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

function deriveKey(passphrase: string, salt: Uint8Array, factor: number): Promise<Buffer> {
  const N = 2 ** factor
  return new Promise((resolve, reject) => {
    const options = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }
    scrypt(passphrase, Buffer.concat([Buffer.from(label), salt]), keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
