import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter, Encrypter, generateX25519Identity } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from '#ww/adapters/encryption/age.js'
import { runProgram } from '../cli/ww.js'
import { fileDigests } from '../support/database.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { isNightly } from '../support/tier.js'

// A process for each: one that has closed a store may have its files open until they are collected.
const run = runProgram
const newFolder = useTemporaryFolders()
const passphrase = { WW_PASSPHRASE: 'heron ladle orbit thimble' }
const dataIn = (folder: string) => join(folder, 'data')

async function remembering(...texts: string[]): Promise<string> {
  const folder = newFolder()
  for (const text of texts) expect((await run(folder, ['remember', text])).code).toBe(0)
  return folder
}

async function keyFile(): Promise<string> {
  const path = join(newFolder(), 'key.txt')
  writeFileSync(path, `# made for a test\n${await generateX25519Identity()}\n`, { mode: 0o600 })
  return path
}

const textsIn = async (folder: string): Promise<string[]> => {
  const { stdout } = await run(folder, ['export'])
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).content)
}

describe('what is encrypted', () => {
  test('can be read with its key alone, and says nothing without', async () => {
    const folder = await remembering('The ferry leaves from Kolby.')
    const keys = ['--key-file', await keyFile()]
    for (const [write, read] of [
      [
        ['export', 'out.age', ...keys],
        ['import', 'out.age', ...keys],
      ],
      [
        ['backup', 'out.backup.age', ...keys],
        ['restore', 'out.backup.age', '--yes', ...keys],
      ],
    ]) {
      expect(await run(folder, write!)).toMatchObject({ code: 0 })
      const file = join(folder, write![1]!)
      const bytes = readFileSync(file)
      expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
      expect(bytes.includes('Kolby')).toBe(false)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const other = newFolder()
      cpSync(file, join(other, write![1]!))
      const wrong = await run(other, [...read!.filter((each) => each !== keys[1]), await keyFile()])
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/passphrase or key is another one/) })
      expect(await run(other, read!)).toMatchObject({ code: 0 })
      expect(await textsIn(other)).toEqual(['The ferry leaves from Kolby.'])
    }
    // No plain copy is left.
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('takes its passphrase from the environment or a file, never from the command line', async () => {
    const folder = await remembering('The ferry leaves from Kolby.')
    expect(await run(folder, ['export', 'out.age', '--encrypt'], { env: passphrase })).toMatchObject({ code: 0 })
    const file = join(folder, 'passphrase')
    writeFileSync(file, `${passphrase.WW_PASSPHRASE}\n`)
    const other = ['--data-dir', join(folder, 'other')]
    const piped = await run(folder, ['import', '-', '--passphrase-file', file, ...other], {
      input: readFileSync(join(folder, 'out.age')),
    })
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringMatching(/Added 1 memory/) })
    const unknown = await run(folder, ['import', 'out.age', ...other])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/WW_PASSPHRASE must be set/) })
    const wrong = await run(folder, ['import', 'out.age', ...other], { env: { WW_PASSPHRASE: 'another one' } })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/passphrase or key is another one/) })
    const { stdout } = await run(folder, ['export', '--help'])
    expect(stdout).not.toMatch(/--passphrase </)
  })

  // Its own key derivation takes ten seconds.
  const inLibrary = async () => {
    const plain = Buffer.from('The ferry leaves from Kolby.')
    const ours = Buffer.concat(await piecesOf(encrypt(once(plain), { passphrase: 'heron ladle' })))
    const decrypter = new Decrypter()
    decrypter.addPassphrase('heron ladle')
    expect(await decrypter.decrypt(ours, 'text')).toBe(plain.toString())
  }
  if (isNightly) test('can be read by the library that implements the format', inLibrary)

  test('is read when that library has written it', async () => {
    const plain = Buffer.from('The ferry leaves from Kolby.')
    const encrypter = new Encrypter()
    encrypter.setPassphrase('heron ladle')
    encrypter.setScryptWorkFactor(10)
    const theirs = await encrypter.encrypt(plain)
    expect(Buffer.concat(await piecesOf(decrypt(once(theirs), { passphrase: 'heron ladle' }))).equals(plain)).toBe(true)
  })

  test('with any byte changed, or cut off anywhere, is refused and yields nothing', async () => {
    const key = { keys: [await generateX25519Identity()] }
    const plain = Buffer.from('The ferry leaves from Kolby.\n')
    const whole = Buffer.concat(await piecesOf(encrypt(once(plain), key)))
    expect(Buffer.concat(await piecesOf(decrypt(once(whole), key))).equals(plain)).toBe(true)
    const damaged = [
      ...Array.from(whole, (byte, at) => Buffer.from(whole.with(at, byte ^ 1))),
      ...Array.from(whole, (_, length) => whole.subarray(0, length)),
    ]
    for (const bytes of damaged) {
      const yielded: Uint8Array[] = []
      const reading = (async () => {
        for await (const piece of decrypt(once(bytes), key)) yielded.push(piece)
      })()
      await expect(reading).rejects.toMatchObject({
        code: 'validation_error',
        message: expect.stringMatching(/damaged/),
      })
      expect(yielded).toEqual([])
    }
  })

  test('damaged at its very end, imports and restores not even its beginning', async () => {
    const folder = await remembering('The ferry leaves from Kolby.')
    // More than one piece of the format.
    const lines = Array.from({ length: 3_000 }, (_, n) =>
      JSON.stringify({ content: `Cargo number ${n} of the ferry.` }),
    )
    writeFileSync(join(folder, 'many.jsonl'), `${lines.join('\n')}\n`)
    expect((await run(folder, ['import', 'many.jsonl'])).code).toBe(0)
    const keys = ['--key-file', await keyFile()]
    await run(folder, ['export', 'out.age', ...keys])
    await run(folder, ['backup', 'out.backup.age', ...keys])
    const other = await remembering('Nothing of this goes.')
    const before = fileDigests(dataIn(other))
    for (const [name, ...command] of [
      ['out.age', 'import'],
      ['out.backup.age', 'restore', '--yes'],
    ]) {
      const file = join(folder, name!)
      truncateSync(file, statSync(file).size - 1)
      const ran = await run(other, [...command, file, ...keys])
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged or incomplete/) })
      expect(fileDigests(dataIn(other))).toEqual(before)
    }
  })
})

test('[OPS4] an encrypted backup is deleted when something is forgotten, and the answer says so', async () => {
  const folder = await remembering('The ferry leaves from Kolby.')
  const made = await run(folder, ['backup', '--json', '--key-file', await keyFile()])
  const { file, encrypted } = JSON.parse(made.stdout)
  expect(encrypted).toBe(true)
  const { id } = JSON.parse((await run(folder, ['recall', 'ferry', '--json'])).stdout).memories[0]
  const forgotten = JSON.parse((await run(folder, ['forget', id, '--yes', '--json'])).stdout)
  expect(forgotten.backups).toEqual([{ path: file, action: 'deleted' }])
  expect(readdirSync(dataIn(folder)).filter((name) => name.includes('backup'))).toEqual([])
})

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function piecesOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return pieces
}
