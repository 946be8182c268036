import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run, runProgram } from '../cli/ww.js'
import { databaseIn, fileDigests, integrityOf } from '../support/database.js'
import { useMinds } from '../support/minds.js'
import { startWorkflowServer } from '../support/workflow-server.js'

const minds = useMinds()

/** By a program of its own: a process that opens and closes a database that it uses drops its locks. */
const copyOver = (from: string, to: string) =>
  execFileSync(process.execPath, ['-e', `fs.copyFileSync(${JSON.stringify(from)}, ${JSON.stringify(to)})`])

const foldLog = (path: string) =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import { DatabaseSync } from '@photostructure/sqlite'
     const database = new DatabaseSync(${JSON.stringify(path)})
     database.exec('PRAGMA wal_checkpoint(TRUNCATE)')`,
  ])

/** What people do to the file under a running process; `backup` is an older copy. */
const harms: Readonly<Record<string, (path: string, backup: string) => void>> = {
  'is deleted': (path) => rmSync(path),
  'is moved away': (path) => renameSync(path, `${path}.elsewhere`),
  'is replaced by another file': (path, backup) => renameSync(backup, path),
  'is written over': (path, backup) => copyOver(backup, path),
  'loses its log': (path) => rmSync(`${path}-wal`),
  'gets another log': (path) => {
    cpSync(`${path}-wal`, `${path}-copy`)
    renameSync(`${path}-copy`, `${path}-wal`)
  },
  'loses its shared memory': (path) => rmSync(`${path}-shm`),
}
const names = Object.keys(harms)

/** As it was earlier, in a folder of its own so that it is no part of the store: bytes of the closed file. */
async function withOlderCopy(threads: 'inline' | 'workers') {
  const dataDir = minds.newFolder()
  const path = databaseIn(dataDir)
  const first = minds.open({ dataDir })
  await first.call('remember', { text: 'The ferry leaves from Hou.' })
  await first.close()
  const backup = join(minds.newFolder(), 'older.db')
  cpSync(path, backup)
  const mind = minds.open({ dataDir, threads })
  await mind.call('remember', { text: 'The ferry leaves from Kolby.' })
  foldLog(path)
  await mind.call('remember', { text: 'The ferry leaves from Ballen.' })
  return { dataDir, path, backup, mind }
}

const digestOf = (path: string) =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
    ? createHash('sha256').update(readFileSync(path)).digest('hex')
    : 'none'

const refusal = {
  code: 'internal_error',
  message: expect.stringMatching(/while it was in use\. .*ww restore <backup>/),
}

describe.each(['inline', 'workers'] as const)('a file under a running process (%s)', (threads) => {
  test.each(names)('[COM11] that %s: nothing is answered as written, nor read', async (how) => {
    const { path, backup, mind } = await withOlderCopy(threads)
    harms[how]!(path, backup)
    const found = [path, `${path}.elsewhere`].map(digestOf)
    const log = digestOf(`${path}-wal`)
    await expect(mind.call('remember', { text: 'Written too late.' })).rejects.toMatchObject(refusal)
    await expect(mind.call('recall', { query: 'ferry' })).rejects.toMatchObject(refusal)
    await expect(mind.call('remember', { text: 'And again.' })).rejects.toMatchObject(refusal)
    // Refusing is all that is done while the process runs.
    expect(digestOf(`${path}-wal`)).toBe(log)
    await mind.close()
    // A log that is not of the file at the path any more is set aside then.
    if (how === 'is written over') expect(digestOf(`${path}-wal`)).toBe('none')
    // What is in the log of a file that is still its own is saved into it.
    if (!/its|another log/.test(how)) expect([path, `${path}.elsewhere`].map(digestOf)).toEqual(found)
  })
})

/** As the next process finds it: in this one, connections that are not collected yet hold the old log's index. */
function openAsNext(dataDir: string) {
  const copy = minds.newFolder()
  cpSync(dataDir, copy, { recursive: true })
  return minds.open({ dataDir: copy })
}

/** Of `withOlderCopy`. */
const ferries = ['Ballen', 'Hou', 'Kolby'].map((from) => `The ferry leaves from ${from}.`)

test('[COM11] a file that the same bytes were written over, or only another time, is still ours', async () => {
  const { dataDir, path, mind } = await withOlderCopy('inline')
  const same = join(minds.newFolder(), 'same.db')
  cpSync(path, same)
  copyOver(same, path)
  await mind.call('remember', { text: 'The ferry takes an hour.' })
  utimesSync(path, 1, 1)
  await mind.call('remember', { text: 'The ferry is white.' })
  await mind.close()
  const { memories } = await openAsNext(dataDir).call('recall', { query: 'ferry' })
  const all = ['The ferry is white.', ...ferries, 'The ferry takes an hour.']
  expect(memories.map(({ content }) => content).sort()).toEqual(all)
  expect(readdirSync(dataDir).filter((name) => name.includes('set-aside'))).toEqual([])
})

test('[COM11] another file written over it is as it is, and what was answered before is set aside', async () => {
  const { dataDir, path, mind } = await withOlderCopy('inline')
  const other = minds.newFolder()
  const elsewhere = minds.open({ dataDir: other })
  await elsewhere.call('remember', { text: 'The lighthouse is white.' })
  await elsewhere.close()
  const store = minds.openStore(other)
  const made = join(minds.newFolder(), 'made.db')
  await store.backup(made)
  await store.close()
  copyOver(made, path)
  const log = digestOf(`${path}-wal`)
  await expect(mind.call('recall', { query: 'ferry' })).rejects.toMatchObject(refusal)
  await mind.close()
  expect(digestOf(path)).toBe(digestOf(made))
  const [aside, ...more] = readdirSync(dataDir).filter((name) => name.includes('-wal.set-aside-'))
  expect(more).toEqual([])
  expect(digestOf(join(dataDir, aside!))).toBe(log)
  const { memories } = await openAsNext(dataDir).call('recall', { query: 'lighthouse' })
  expect(memories.map(({ content }) => content)).toEqual(['The lighthouse is white.'])
})

test('a file that is put back where it was is used again', async () => {
  const { path, mind } = await withOlderCopy('inline')
  renameSync(path, `${path}.elsewhere`)
  await expect(mind.call('recall', { query: 'ferry' })).rejects.toMatchObject(refusal)
  renameSync(`${path}.elsewhere`, path)
  expect((await mind.call('recall', { query: 'ferry' })).total).toBe(3)
  await mind.call('remember', { text: 'The ferry takes an hour.' })
})

test('a file that others fill and fold their log into is still the same', async () => {
  const { dataDir, mind } = await withOlderCopy('inline')
  const other = minds.open({ dataDir })
  for (let round = 0; round < 5; round++) {
    await other.call('remember', { text: `The ferry has ${round} decks.` })
    foldLog(databaseIn(dataDir))
    await mind.call('remember', { text: `The ferry has ${round} funnels.` })
  }
  expect((await mind.call('recall', { query: 'ferry', limit: 20 })).total).toBe(13)
})

test('each of several processes notices on its own, and /health/ready says so', async () => {
  const { dataDir, path, backup, mind } = await withOlderCopy('inline')
  const server = await startWorkflowServer({ dataDir })
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status
  expect(await ready()).toBe(200)
  renameSync(backup, path)
  expect(await ready()).toBe(503)
  const answer = await fetch(`${server.url}/tools/remember`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Written too late.' }),
  })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ error: 'internal_error', message: refusal.message })
  await expect(mind.call('remember', { text: 'Written too late.' })).rejects.toMatchObject(refusal)
  await server.stop()
})

/** As `kill -9` leaves it: a part of what was answered is in the log alone. `older` is the file before that. */
async function killedStore() {
  const { dataDir, path, backup, mind } = await withOlderCopy('inline')
  const killed = minds.newFolder()
  for (const ending of ['', '-wal', '-shm']) cpSync(`${path}${ending}`, join(killed, `${basename(path)}${ending}`))
  await mind.close()
  return { dataDir, killed, path: databaseIn(killed), backup }
}

describe('a log that a file finds beside it', () => {
  test('is applied where it is its own, also after the folder was copied', async () => {
    const { killed } = await killedStore()
    const copy = join(minds.newFolder(), 'copy')
    mkdirSync(copy, { mode: 0o700 })
    for (const name of readdirSync(killed)) cpSync(join(killed, name), join(copy, name))
    for (const dataDir of [copy, killed]) {
      const { memories } = await minds.open({ dataDir }).call('recall', { query: 'ferry' })
      expect(memories.map(({ content }) => content).sort()).toEqual(ferries)
    }
  })

  test.each(['inline', 'workers'] as const)(
    'is not applied where it was written for another file (%s)',
    async (threads) => {
      const { killed, path, dataDir } = await killedStore()
      const made = join(minds.newFolder(), 'made.backup')
      const store = minds.openStore(dataDir)
      await store.backup(made)
      await store.close()
      cpSync(made, path)
      const before = fileDigests(killed)
      const foreign = {
        code: 'internal_error',
        message: expect.stringMatching(/log beside the database belongs to another file.*ww doctor --fix/),
      }
      const mind = minds.open({ dataDir: killed, threads })
      await expect(mind.call('recall', { query: 'ferry' })).rejects.toMatchObject(foreign)
      await expect(mind.call('remember', { text: 'Written too late.' })).rejects.toMatchObject(foreign)
      await mind.close()
      expect(fileDigests(killed)).toEqual(before)
    },
  )

  test('is not deleted where the file itself is gone', async () => {
    const { killed, path } = await killedStore()
    rmSync(path)
    const log = digestOf(`${path}-wal`)
    const mind = minds.open({ dataDir: killed })
    await expect(mind.call('recall', { query: 'ferry' })).rejects.toMatchObject({
      message: expect.stringMatching(/file is gone, but its log is still there/),
    })
    await mind.close()
    expect(digestOf(`${path}-wal`)).toBe(log)
  })

  test('is reported by the doctor, who sets it aside when told to', async () => {
    const { killed, path, dataDir } = await killedStore()
    const made = join(minds.newFolder(), 'made.backup')
    const store = minds.openStore(dataDir)
    await store.backup(made)
    await store.close()
    cpSync(made, path)
    const env = { WW_DATA_DIR: killed }
    const folder = minds.newFolder()
    const found = await run(folder, ['doctor'], { env })
    expect(found.code).toBe(1)
    expect(found.stdout).toMatch(/belongs to another file/)
    const log = digestOf(`${path}-wal`)
    expect((await run(folder, ['doctor', '--fix'], { env })).stdout).toMatch(/set aside/)
    const [aside] = readdirSync(killed).filter((name) => name.includes('-wal.set-aside-'))
    expect(digestOf(join(killed, aside!))).toBe(log)
    const { memories } = await minds.open({ dataDir: killed }).call('recall', { query: 'ferry' })
    expect(memories).toHaveLength(3)
    expect(integrityOf(killed)).toBe('ok')
    // It holds memories, so it goes with the next of them that is forgotten.
    const { code } = await runProgram(folder, ['forget', memories[0]!.id, '--yes'], { env })
    expect(code).toBe(0)
    expect(readdirSync(killed).filter((name) => name.includes('set-aside'))).toEqual([])
  })
})
