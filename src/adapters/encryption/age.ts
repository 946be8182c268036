import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { WorldWeaverError } from '../../errors.js'
import { passphraseIdentity, passphraseRecipient } from './scrypt.js'

/** What a file is encrypted with: a passphrase, or keys of age (https://age-encryption.org/v1). */
export type EncryptionKey = { readonly passphrase: string } | { readonly keys: readonly string[] }

type Bytes = AsyncIterable<Uint8Array>

const magic = Buffer.from('age-encryption.org/v1\n')

export const isEncrypted = (start: Uint8Array): boolean => magic.equals(start.subarray(0, magic.length))

const secretPrefix = 'AGE-SECRET-KEY-'
const publicPrefix = 'age1'

export const isKeyLine = (line: string): boolean => line.startsWith(secretPrefix) || line.startsWith(publicPrefix)

/** In pieces, so that files of any size fit. */
export async function* encrypt(plain: Bytes, key: EncryptionKey): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) encrypter.addRecipient(passphraseRecipient(key.passphrase))
  else for (const each of key.keys) encrypter.addRecipient(await toRecipient(each))
  yield* piecesOf(await encrypter.encrypt(toStream(plain)))
}

const toRecipient = async (key: string): Promise<string> =>
  key.startsWith(secretPrefix) ? identityToRecipient(key).catch(() => Promise.reject(badKey())) : key

/** Throws where the key does not fit or a byte was changed, at the latest with the last piece: nothing may be used before. */
export async function* decrypt(encrypted: Bytes, key: EncryptionKey): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addIdentity(passphraseIdentity(key.passphrase))
  else {
    const identities = key.keys.filter((each) => each.startsWith(secretPrefix))
    if (identities.length === 0) throw badKey()
    for (const each of identities) addIdentity(decrypter, each)
  }
  let failure: unknown
  const source = toStream(encrypted, (error) => {
    failure = error
  })
  const plain = await decrypter.decrypt(source).catch((cause: unknown) => {
    throw (
      failure ??
      refused('The file cannot be decrypted: the passphrase or key is another one, or the file is damaged', cause)
    )
  })
  try {
    yield* piecesOf(plain)
  } catch (cause) {
    throw failure ?? refused('The encrypted file is damaged or incomplete', cause)
  }
}

function addIdentity(decrypter: Decrypter, key: string): void {
  try {
    decrypter.addIdentity(key)
  } catch {
    // Its message quotes the key.
    throw badKey()
  }
}

const badKey = (): WorldWeaverError => refused('The key file must hold a secret key of age: AGE-SECRET-KEY-1…')

const refused = (message: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('validation_error', message, { cause })

/** `onError` gets the source's own error, which is none of the encryption. */
function toStream(bytes: Bytes, onError: (error: unknown) => void = () => undefined): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (error) {
        onError(error)
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
