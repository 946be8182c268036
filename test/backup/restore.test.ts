import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { runProgram } from '../cli/ww.js'
import { databaseIn, fileDigests, integrityOf } from '../support/database.js'
import { leaveSocket } from '../support/hook-sockets.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'
import { hasFixture, placeFixture, schemas } from '../upgrade/fixtures.js'

// A process for each: one that has closed a store may have its files open until they are collected.
const run = runProgram
const newFolder = useTemporaryFolders()
const dataIn = (folder: string) => join(folder, 'data')

async function backedUp() {
  const folder = newFolder()
  await run(folder, ['remember', 'The ferry leaves from Hou.'])
  const made = await run(folder, ['backup', 'memories.backup', '--json'])
  expect(made.code).toBe(0)
  await run(folder, ['remember', 'The ferry leaves from Kolby.'])
  return { folder, data: dataIn(folder), backup: JSON.parse(made.stdout).file as string }
}

const textsIn = async (folder: string, env = {}): Promise<string[]> => {
  const { stdout } = await run(folder, ['export', '--project', '*'], { env })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).content)
}

test('restoring puts the backup in place, and keeps what was there', async () => {
  const { folder, data, backup } = await backedUp()
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  const before = fileDigests(data)
  const dry = await run(folder, ['restore', backup])
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/Would restore 1 memory.*--yes/s) })
  expect(fileDigests(data)).toEqual(before)
  const ran = await run(folder, ['restore', backup, '--yes', '--json'])
  const restored = JSON.parse(ran.stdout)
  expect(restored).toMatchObject({ database: databaseIn(data), backup, memories: 1, dry_run: false })
  expect(await textsIn(folder)).toEqual(['The ferry leaves from Hou.'])
  // Of a copy: this process would have the store in use until the connection is collected.
  const copy = newFolder()
  cpSync(databaseIn(data), databaseIn(copy))
  expect(integrityOf(copy)).toBe('ok')
  const kept = newFolder()
  cpSync(restored.kept, databaseIn(kept))
  expect(await textsIn(folder, { WW_DATA_DIR: kept })).toHaveLength(2)
  // And back again.
  expect(await run(folder, ['restore', restored.kept, '--yes'])).toMatchObject({ code: 0, stderr: '' })
  expect(await textsIn(folder)).toHaveLength(2)
})

test('[OPS4] what is forgotten after restoring goes from the database that was kept, too', async () => {
  const { folder, data, backup } = await backedUp()
  await run(folder, ['restore', backup, '--yes'])
  const { id } = JSON.parse((await run(folder, ['recall', 'Hou', '--json'])).stdout).memories[0]
  const { backups } = JSON.parse((await run(folder, ['forget', id, '--yes', '--json'])).stdout)
  expect(backups).toHaveLength(2)
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes('from Hou'))).toEqual([])
  expect(readFileSync(backup).includes('from Hou')).toBe(false)
})

test('a log that another file left is not applied to the restored one', async () => {
  const { folder, data, backup } = await backedUp()
  const path = databaseIn(data)
  const server = await startWorkflowServer({ dataDir: data })
  await fetch(`${server.url}/tools/remember`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'The ferry was renamed.' }),
  })
  await server.crash()
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  cpSync(backup, path)
  expect((await run(folder, ['recall', 'ferry'])).stderr).toMatch(/ww restore <backup>/)
  expect(await run(folder, ['restore', backup, '--yes'])).toMatchObject({ code: 0 })
  expect(await textsIn(folder)).toEqual(['The ferry leaves from Hou.'])
})

test('a folder without a database gets one', async () => {
  const { backup } = await backedUp()
  const empty = newFolder()
  expect((await run(empty, ['restore', backup, '--yes'])).code).toBe(0)
  expect(await textsIn(empty)).toEqual(['The ferry leaves from Hou.'])
})

test.runIf(process.platform === 'linux')(
  'while somebody uses the store nothing is restored, and the answer says who',
  async () => {
    const { folder, data, backup } = await backedUp()
    const server = await startWorkflowServer({ dataDir: data })
    const before = fileDigests(data)['world-weaver.db']
    const ran = await run(folder, ['restore', backup, '--yes'])
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(String(server.process.pid)) })
    expect(fileDigests(data)['world-weaver.db']).toBe(before)
    await server.stop()
    expect((await run(folder, ['restore', backup, '--yes'])).code).toBe(0)
  },
)

test('what is no sound backup is refused, and nothing changes', async () => {
  const { folder, data, backup } = await backedUp()
  const whole = readFileSync(backup)
  const spoilt: Record<string, Uint8Array> = {
    'no database': Buffer.from('The ferry leaves from Hou.'),
    'cut off': whole.subarray(0, whole.length >> 1),
    'spoilt pages': Buffer.concat([whole.subarray(0, 8_192), Buffer.alloc(40_960, 7), whole.subarray(49_152)]),
    'a changed text': Buffer.from(whole.toString('latin1').replace('from Hou.', 'from Sou.'), 'latin1'),
    empty: Buffer.alloc(0),
  }
  const before = fileDigests(data)
  for (const [name, bytes] of Object.entries(spoilt)) {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    const ran = await run(folder, ['restore', file, '--yes'])
    expect(ran, name).toMatchObject({ code: 1, stderr: expect.stringMatching(/no backup|not a backup|damaged/) })
    // By the name that it was given, not that of a copy.
    expect(ran.stderr, name).toContain(file)
    expect(ran.stderr, name).not.toContain('partial')
    expect(fileDigests(data), name).toEqual(before)
  }
  const missing = await run(folder, ['restore', 'nowhere', '--yes', '--json'])
  expect(JSON.parse(missing.stdout)).toMatchObject({ error: 'not_found' })
})

/** Databases of other programs, which number their schemas as they please. */
const foreign: Readonly<Record<string, string>> = {
  'no tables of ours': 'CREATE TABLE places (id, url); INSERT INTO places VALUES (1, 2); PRAGMA user_version = 30',
  'a schema newer than any of ours': 'CREATE TABLE places (id, url); PRAGMA user_version = 84',
  'a table of the same name': 'CREATE TABLE memories (id TEXT); CREATE TABLE totals (n); PRAGMA user_version = 3',
  'an index that SQLite cannot build': 'CREATE VIRTUAL TABLE words USING fts5(text); PRAGMA user_version = 1',
}

test.each(Object.keys(foreign))('a database of another program (%s) is no backup, and leaves no copy', async (name) => {
  const { folder, data } = await backedUp()
  const file = join(folder, 'places.sqlite')
  const other = new DatabaseSync(file)
  other.exec(foreign[name]!)
  other.close()
  const before = fileDigests(data)
  for (const rest of [[], ['--yes']]) {
    const ran = await run(folder, ['restore', file, ...rest])
    expect(ran).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no backup of World Weaver|not a backup|damaged/),
    })
    expect(ran.stderr).toContain(file)
    expect(ran.stderr).not.toMatch(/partial|npm install/)
    expect(fileDigests(data)).toEqual(before)
  }
})

test.each(schemas.filter(hasFixture))('a database of schema %i is restored', async (schema) => {
  const old = newFolder()
  placeFixture(schema, old)
  const folder = newFolder()
  expect(await run(folder, ['restore', databaseIn(old), '--yes'])).toMatchObject({ code: 0 })
  expect((await textsIn(folder)).length).toBeGreaterThan(0)
  expect(existsSync(`${databaseIn(old)}-wal`)).toBe(false)
})

test('a backup is never written over a file that is there', async () => {
  const { folder, backup } = await backedUp()
  const before = readFileSync(backup)
  expect(await run(folder, ['backup', backup])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/exists already/),
  })
  expect(readFileSync(backup).equals(before)).toBe(true)
})

test('[HOK8] what a killed process left does not stand in the way of restoring, though another has its number', async () => {
  const { folder, data, backup } = await backedUp()
  mkdirSync(join(data, 'habit'), { recursive: true, mode: 0o700 })
  leaveSocket(join(data, 'habit', '1.sock'))
  expect(await run(folder, ['restore', backup, '--yes'])).toMatchObject({ code: 0 })
})
