import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EncryptionKey } from '../../adapters/encryption/age.js'
import { invalid } from '../../errors.js'
import type { AskPassphrase, Encryption, KeyOptions } from '../../surfaces/cli/backup/encryption.js'
import type { Environment } from '../configuration/configuration.js'

type Bytes = AsyncIterable<Uint8Array>

/** The library is loaded only where something is encrypted. */
const age = () => import('../../adapters/encryption/age.js')

/** "age-encryption.org/v1\n" */
const startBytes = 22

export function createFileEncryption(env: Environment): Encryption {
  return {
    async encrypter(options, ask) {
      const { encrypt: isAsked = false, passphraseFile, keyFile } = options
      if (!isAsked && passphraseFile === undefined && keyFile === undefined) return undefined
      const key = await findKey(options, env, () => ask(true))
      const { encrypt } = await age()
      return (plain) => encrypt(plain, key)
    },
    async decrypted(bytes, reopen, options, ask) {
      const { start, all } = await peek(bytes, startBytes)
      const { decrypt, isEncrypted } = await age()
      if (!isEncrypted(start)) return all
      const key = await findKey(options, env, () => ask(false))
      if (reopen === undefined) return decryptSpooled(all, (spooled) => decrypt(spooled, key))
      await readThrough(decrypt(all, key))
      return decrypt(await reopen(), key)
    },
  }
}

async function findKey(
  { passphraseFile, keyFile }: KeyOptions,
  env: Environment,
  ask: () => ReturnType<AskPassphrase>,
): Promise<EncryptionKey> {
  if (passphraseFile !== undefined && keyFile !== undefined)
    throw invalid('--key-file', '--key-file and --passphrase-file exclude each other')
  if (keyFile !== undefined) return { keys: await readKeys(keyFile) }
  if (passphraseFile !== undefined) {
    const [line = ''] = (await readText(passphraseFile, '--passphrase-file')).split(/\r?\n/)
    return { passphrase: notEmpty(line, '--passphrase-file') }
  }
  if (env.WW_PASSPHRASE) return { passphrase: env.WW_PASSPHRASE }
  const typed = await ask()
  if (typed === undefined)
    throw invalid(
      'WW_PASSPHRASE',
      'WW_PASSPHRASE must be set, or --passphrase-file or --key-file given: there is no terminal to ask for the passphrase',
    )
  return { passphrase: notEmpty(typed, 'WW_PASSPHRASE') }
}

function notEmpty(passphrase: string, field: string): string {
  if (passphrase === '') throw invalid(field, `${field} must not be empty: a passphrase is needed`)
  return passphrase
}

async function readKeys(path: string): Promise<readonly string[]> {
  const { isKeyLine } = await age()
  const lines = (await readText(path, '--key-file')).split(/\r?\n/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  // A wrong line is not repeated: it may be a secret.
  if (keys.length > 0 && keys.every(isKeyLine)) return keys
  throw invalid('--key-file', '--key-file must hold keys of age, one in a line: AGE-SECRET-KEY-1… or age1…')
}

const readText = (path: string, field: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: Error) => {
    throw invalid(field, `${field} must be a file that can be read: ${error.message}`)
  })

/** The first bytes, and all of them. */
async function peek(bytes: Bytes, count: number): Promise<{ readonly start: Uint8Array; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let isDone = false
  while (start.length < count && !isDone) {
    const { done, value } = await iterator.next()
    if (done) isDone = true
    else start = Buffer.concat([start, value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    if (start.length > 0) yield start
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  }
  return { start, all: all() }
}

async function readThrough(bytes: Bytes): Promise<void> {
  for await (const _ of bytes) {
    // An error is all that counts.
  }
}

/** A pipe cannot be read twice: what came through it is kept encrypted meanwhile. */
async function* decryptSpooled(encrypted: Bytes, decrypt: (bytes: Bytes) => Bytes): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'world-weaver-'))
  const path = join(folder, 'encrypted')
  try {
    await pipeline(encrypted, createWriteStream(path, { mode: 0o600 }))
    await readThrough(decrypt(createReadStream(path)))
    yield* decrypt(createReadStream(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
