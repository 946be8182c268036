import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { openSqliteKeyStore } from '#ww/adapters/sqlite/sqlite-key-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath, keysPath, tenantFolder } from '#ww/app/configuration/data-dir.js'
import { migrateEngine } from '#ww/app/engine-copy/migrate-engine.js'
import { openPlace } from '#ww/app/engine-copy/place.js'
import { openStore } from '#ww/app/memory/stores.js'
import { startWorkflow } from '#ww/memory/workflow/machine/execute.js'
import { bareEnvironment, json, main, run, runProgram } from '../cli/ww.js'
import { anyCandidate } from '../contracts/memory-store/stores.js'
import { plainSet } from '../support/candidates.js'
import { fileDigests } from '../support/database.js'
import { fillHouse, movedRows } from '../support/filled-house.js'
import { aNewMemory, idOf, start } from '../support/memories.js'
import { useDatabases } from '../support/postgres/databases.js'
import { query } from '../support/postgres/query.js'
import { inspectSqlite } from '../support/sqlite-candidates.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { vectorOf } from '../support/text-analysis.js'

const newFolder = useTemporaryFolders()
const newDatabase = useDatabases()

async function aHouse(count?: number): Promise<{ folder: string; data: string }> {
  const folder = newFolder()
  const data = join(folder, 'data')
  await fillHouse(data, count)
  return { folder, data }
}

describe('ww move', () => {
  test('to PostgreSQL and back leaves every row as it was, of every tenant, and the keys', async () => {
    const { folder, data } = await aHouse()
    const url = await newDatabase()
    const before = fileDigests(data)
    const there = JSON.parse((await runProgram(folder, ['move', '--to', url, '--json'])).stdout)
    expect(there).toMatchObject({
      tenants: [
        { tenant: 'default', memories: 39, was_there: false },
        { tenant: 'acme', memories: 4, was_there: false },
      ],
      keys: 2,
    })
    // The source is not touched; the keys' file may have got its log folded in.
    expect({ ...fileDigests(data), 'keys.db': '' }).toEqual({ ...before, 'keys.db': '' })
    const back = join(folder, 'back')
    await runProgram(folder, ['move', '--from', url, '--to', back])
    expect(readdirSync(back).sort()).toEqual(['keys.db', 'tenants', 'world-weaver.db'])
    for (const tenant of ['default', 'acme']) {
      const [old, anew] = [tenantFolder(data, tenant), tenantFolder(back, tenant)]
      const rows = movedRows(old)
      const empty = Object.keys(rows).filter((table) => rows[table].length === 0)
      expect(empty.sort()).toEqual(['answer_vectors', 'unfinished_erasing'])
      expect(movedRows(anew)).toEqual(rows)
      expect(await foundIn(anew)).toEqual(await foundIn(old))
    }
    expect(await keysIn(back)).toEqual(await keysIn(data))
    // Numbers go on where they were, also past those that were erased.
    expect(await numbersOfNext(back)).toEqual(await numbersOfNext(data))
  })

  test('says what was done, and that the source is as it was', async () => {
    const { folder, data } = await aHouse()
    const url = await newDatabase()
    const { code, stdout, stderr } = await run(folder, ['move', '--to', url])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^Moved 43 memories of 2 tenants to postgres:\/\/\S+: \d+ rows, each compared with the original\.\n/,
    )
    expect(stdout).toContain('2 keys copied.')
    expect(stdout).toContain(`${data} was not changed.`)
  })

  test('a second time it finds everything there already', async () => {
    const { folder } = await aHouse()
    const url = await newDatabase()
    await json(folder, ['move', '--to', url])
    const again = await json(folder, ['move', '--to', url])
    expect(again.tenants.map((tenant: { was_there: boolean }) => tenant.was_there)).toEqual([true, true])
  })

  test('one tenant moves alone, without the keys', async () => {
    const { folder } = await aHouse()
    const url = await newDatabase()
    const moved = await json(folder, ['move', '--to', url, '--tenant', 'acme'])
    expect(moved).toMatchObject({ tenants: [{ tenant: 'acme', memories: 4 }], keys: 0 })
    expect(await query(url, 'SELECT name FROM tenants')).toEqual([{ name: 'acme' }])
  })

  test('a place that has other memories is refused before anything is written', async () => {
    const [one, other] = [await aHouse(), await aHouse(7)]
    const url = await newDatabase()
    await json(one.folder, ['move', '--to', url])
    const before = await query(url, 'SELECT tenant_id, row, id FROM memories ORDER BY 1, 2')
    const { code, stderr } = await run(other.folder, ['move', '--to', url])
    expect(code).toBe(1)
    expect(stderr).toMatch(/has memories of the tenant "default" already/)
    expect(await query(url, 'SELECT tenant_id, row, id FROM memories ORDER BY 1, 2')).toEqual(before)
    const folder = await run(other.folder, ['move', '--to', one.data])
    expect(folder.code).toBe(1)
    expect(folder.stderr).toMatch(/already/)
  })

  test.each(['database', 'folder'])('a place that has only a conversation is refused as well: a %s', async (sort) => {
    const folder = newFolder()
    const [data, to] = [join(folder, 'data'), sort === 'folder' ? join(folder, 'new') : await newDatabase()]
    const here = openStore({ tenant: 'default', dataDir: data }, { threads: 'inline' })
    await here.commit({ at: start, add: [await aNewMemory()] })
    await here.close()
    const place = sort === 'folder' ? { dataDir: to } : { dataDir: folder, databaseUrl: to }
    const there = openStore({ tenant: 'default', ...place }, { threads: 'inline' })
    const asked = { userInput: 'Where is the ferry?', mayAskBack: true, preferences: {} }
    const lease = { holder: 'one', until: start + 1_000 }
    const step = startWorkflow(asked, { workflowId: 'w1', messageId: 'm1' }, lease, start)
    await there.commit({ at: start, steps: [step] })
    const places = [data, to].map((path) => openPlace(path, '--to', folder, folder))
    const moved = migrateEngine(places[0], places[1], { restart: false, onProgress: () => undefined })
    await expect(moved).rejects.toThrow(/has memories of the tenant "default" already/)
    expect(await there.workflows.conversation('w1')).toEqual({ workflow: step.workflow, run: step.run })
    await there.close()
    for (const place of places) {
      await place.keys.close()
      await place.close()
    }
  })

  test('keys of its own are not mixed with others', async () => {
    const { folder } = await aHouse()
    const url = await newDatabase()
    await run(newFolder(), ['key', 'create', '--name', 'server'], { env: { WW_DATABASE_URL: url } })
    const { code, stderr } = await run(folder, ['move', '--to', url])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/has 1 keys of its own/) })
    expect(await query(url, 'SELECT 1 FROM memories')).toEqual([])
  })

  test('[COM11] killed in the middle, it is invisible, and the same command goes on', {
    timeout: 120_000,
  }, async () => {
    const { folder, data } = await aHouse(4_000)
    const url = await newDatabase()
    const copied = async () => {
      const known = await query<{ known: boolean }>(url, "SELECT to_regclass('memories') IS NOT NULL AS known")
      if (!known[0].known) return 0
      return (await query<{ n: number }>(url, 'SELECT count(*)::int AS n FROM memories'))[0].n
    }
    const env = { ...bareEnvironment(folder), WW_DATA_DIR: data }
    for (const atLeast of [1, 1_000]) {
      const child = spawn(process.execPath, [main, 'move', '--to', url], { env, stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      while ((await copied()) < atLeast && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await ended
    }
    const half = await copied()
    expect(half).toBeGreaterThanOrEqual(1_000)
    expect(half).toBeLessThan(4_000)
    const names = await query<{ name: string }>(url, 'SELECT name FROM tenants')
    expect(names.map(({ name }) => name)).not.toContain('default')
    // What is written meanwhile comes along: a later memory, and a use of one that was copied already.
    const store = openSqliteStore({ path: databasePath({ dataDir: data }), threads: 'inline' })
    await store.commit({ at: start, add: [await aNewMemory({ id: idOf(9_999), text: 'a late heron' })] })
    await store.reinforce([{ id: idOf(5), at: start, grade: 'easy' }], [])
    await store.close()
    const moved = await json(folder, ['move', '--to', url])
    expect(moved.tenants[0]).toMatchObject({ tenant: 'default', memories: 4_000, was_there: false })
    expect(
      (await query<{ name: string }>(url, 'SELECT name FROM tenants ORDER BY name')).map(({ name }) => name),
    ).toEqual(['acme', 'default'])
    const back = join(folder, 'back')
    await runProgram(folder, ['move', '--from', url, '--to', back])
    expect(movedRows(back)).toEqual(movedRows(data))
  })

  test('[COM11] killed in the middle of the way back, the folder has no store, and the same command goes on', {
    timeout: 120_000,
  }, async () => {
    const { folder, data } = await aHouse(2_000)
    const url = await newDatabase()
    await json(folder, ['move', '--to', url])
    const back = join(folder, 'back')
    const half = () => {
      const names = existsSync(back) ? readdirSync(back).filter((name) => name.includes('.moving-from-')) : []
      return names.reduce((sum, name) => sum + (statSync(join(back, name), { throwIfNoEntry: false })?.size ?? 0), 0)
    }
    const args = [main, 'move', '--from', url, '--to', back]
    for (const bytes of [1, 1_000_000]) {
      const child = spawn(process.execPath, args, { env: bareEnvironment(folder), stdio: 'ignore' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      while (half() < bytes && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2))
      child.kill('SIGKILL')
      await ended
    }
    expect(half()).toBeGreaterThan(0)
    expect(existsSync(databasePath({ dataDir: back }))).toBe(false)
    await runProgram(folder, ['move', '--from', url, '--to', back])
    expect(movedRows(back)).toEqual(movedRows(data))
    expect(half()).toBe(0)
  })

  test('[COM11] what is written while it moves is not left behind: it says so, and goes on the next time', async () => {
    const { folder, data } = await aHouse()
    const to = join(folder, 'new')
    const store = openSqliteStore({ path: databasePath({ dataDir: data }), threads: 'inline' })
    const late = await aNewMemory({ id: idOf(9_999), text: 'a late heron' })
    const move = async (onProgress: () => void) => {
      const places = [data, to].map((path) => openPlace(path, '--to', folder, folder))
      const done = migrateEngine(places[0], places[1], { tenant: 'default', restart: false, onProgress })
      await done.finally(() => Promise.all(places.map(({ keys }) => keys.close())))
    }
    let written: Promise<number> | undefined
    const writeOnce = () => {
      written ??= store.commit({ at: start, add: [late] })
    }
    await expect(move(writeOnce)).rejects.toThrow(/was written to while it moved/)
    await written
    expect(existsSync(databasePath({ dataDir: to }))).toBe(false)
    await move(() => undefined)
    await store.close()
    expect(movedRows(to)).toEqual(movedRows(data))
  })

  test.each(['database', 'folder'])('[COM11] what is written meanwhile where it moves to stays: a %s', async (sort) => {
    const { folder, data } = await aHouse()
    const to = sort === 'folder' ? join(folder, 'new') : await newDatabase()
    const place = sort === 'folder' ? { dataDir: to } : { dataDir: folder, databaseUrl: to }
    const there = openStore({ tenant: 'default', ...place }, { threads: 'inline' })
    await there.newestSeq()
    const own = await aNewMemory({ id: idOf(9_999), text: 'an early heron' })
    const places = [data, to].map((path) => openPlace(path, '--to', folder, folder))
    let written: Promise<number> | undefined
    const onProgress = () => {
      written ??= there.commit({ at: start, add: [own] })
    }
    const moved = migrateEngine(places[0], places[1], { tenant: 'default', restart: false, onProgress })
    await expect(moved).rejects.toThrow(/wrote to .* during the move/)
    await written
    expect((await there.query({}, { offset: 0, limit: 10 })).memories.map(({ id }) => id)).toEqual([idOf(9_999)])
    await there.close()
    for (const place of places) {
      await place.keys.close()
      await place.close()
    }
  })

  test('a process that was there first finds what moved in, and writes to it', async () => {
    const { folder } = await aHouse()
    const url = await newDatabase()
    const there = openPostgresStore({ backupFiles, url, tenant: 'default' })
    expect(await there.newestSeq()).toBe(0)
    await json(folder, ['move', '--to', url])
    const seq = await there.commit({ at: start, add: [await aNewMemory({ id: idOf(9_999), text: 'a late heron' })] })
    expect(await there.newestSeq()).toBe(seq)
    expect((await there.query({}, { offset: 0, limit: 1 })).total).toBeGreaterThan(30)
    await there.close()
  })

  test('what another move left unfinished goes with --restart', async () => {
    const { folder } = await aHouse()
    const url = await newDatabase()
    await run(folder, ['migrate'], { env: { WW_DATABASE_URL: url } })
    await query(
      url,
      "WITH made AS (INSERT INTO tenants (name) VALUES ('~default moving from elsewhere') RETURNING tenant_id) INSERT INTO totals (tenant_id) SELECT tenant_id FROM made",
    )
    await json(folder, ['move', '--to', url, '--restart'])
    expect(await query(url, 'SELECT name FROM tenants ORDER BY name')).toEqual([{ name: 'acme' }, { name: 'default' }])
  })

  test('between folders as well; an address that cannot be used is not quoted', async () => {
    const { folder, data } = await aHouse()
    const copy = join(folder, 'copy')
    await json(folder, ['move', '--to', copy])
    expect(movedRows(copy)).toEqual(movedRows(data))
    const same = await run(folder, ['move', '--to', data])
    expect(same).toMatchObject({ code: 1, stderr: expect.stringMatching(/already/) })
    const nothing = await run(folder, ['move', '--from', join(folder, 'none'), '--to', copy])
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing to move/) })
    expect(existsSync(join(folder, 'none'))).toBe(false)
    const bad = await runProgram(folder, ['move', '--to', 'postgres://weaver:geheim@127.0.0.1:1/x'], {})
    expect(bad.code).toBe(1)
    expect(bad.stderr + bad.stdout).not.toContain('geheim')
  })
})

async function keysIn(dataDir: string) {
  const keys = openSqliteKeyStore({ path: keysPath(dataDir) })
  const listed = await keys.list()
  await keys.close()
  return listed
}

/** What a search finds, by words and by meaning. */
async function foundIn(dataDir: string) {
  const candidates = inspectSqlite(databasePath({ dataDir }))
  const terms = ['heron', 'pond']
  const request = { ...anyCandidate, terms, vectors: [await vectorOf('heron')], exhaustiveUpTo: 0 }
  const found = candidates.find(request)
  candidates.close()
  return plainSet(found, request)
}

async function numbersOfNext(dataDir: string) {
  const store = openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
  const seq = await store.commit({ at: start, add: [await aNewMemory({ id: idOf(5_000) })] })
  const [memory] = await store.get([idOf(5_000)])
  await store.close()
  return { seq, scene: memory?.scene }
}
