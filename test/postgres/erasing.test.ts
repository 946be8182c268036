import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { aNewMemory, anEdge, idOf, newMemories, start } from '../support/memories.js'
import { openCuttingPool } from '../support/postgres/cutting-pool.js'
import { usePreparedDatabases } from '../support/postgres/databases.js'
import { query } from '../support/postgres/query.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { indexOf } from '../support/text-analysis.js'

const newDatabase = usePreparedDatabases()
const newFolder = useTemporaryFolders()
const sweep = /^VACUUM \(TRUNCATE off\)/

describe('[OPS4] what is erased is swept up, whatever comes between', () => {
  let url: string
  let tenants = 0
  beforeAll(async () => {
    url = await newDatabase()
  })

  const unswept = async (tenant: string) =>
    (await query(url, 'SELECT id FROM unfinished_erasing JOIN tenants USING (tenant_id) WHERE name = $1', [tenant]))
      .length

  async function filled(store: MemoryStore): Promise<void> {
    await store.commit({ at: start, add: await newMemories([{ id: idOf(1), text: 'kept' }, { id: idOf(2) }]) })
  }

  test('at once, where nothing stands in the way', async () => {
    const tenant = `tenant ${++tenants}`
    const store = openPostgresStore({ backupFiles, url, tenant })
    await filled(store)
    await store.erase({ at: start, ids: [idOf(2)] })
    expect(await unswept(tenant)).toBe(0)
    await store.close()
  })

  test('when it is next opened, where the process was lost before it came to it', async () => {
    const tenant = `tenant ${++tenants}`
    const pool = openCuttingPool(url)
    const connections = new Connections({ url, createPool: pool.createPool })
    const store = openPostgresStore({ backupFiles, url, tenant, connections })
    await filled(store)
    pool.refuse(sweep, '57014')
    await store.erase({ at: start, ids: [idOf(2)] })
    await store.close()
    await connections.close()
    expect(await unswept(tenant)).toBe(1)
    const next = openPostgresStore({ backupFiles, url, tenant })
    await next.newestSeq()
    await vi.waitUntil(async () => (await unswept(tenant)) === 0, { timeout: 60_000 })
    await next.close()
  })

  test('once nobody sees it any more: until then it is not taken for done', { timeout: 60_000 }, async () => {
    const tenant = `tenant ${++tenants}`
    const store = openPostgresStore({ backupFiles, url, tenant })
    await filled(store)
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await reader.query('SELECT count(*) FROM memories')
    await store.erase({ at: start, ids: [idOf(2)] })
    expect(await unswept(tenant)).toBe(1)
    await reader.query('COMMIT')
    await reader.end()
    await store.close()
    const next = openPostgresStore({ backupFiles, url, tenant })
    await next.newestSeq()
    await vi.waitUntil(async () => (await unswept(tenant)) === 0, { timeout: 60_000 })
    await next.close()
  })

  test('a backup that it could not be erased from is treated when the store is next opened', async () => {
    const tenant = `tenant ${++tenants}`
    const copy = join(newFolder(), 'copy.db')
    const store = openPostgresStore({ backupFiles, url, tenant })
    await filled(store)
    await store.backup(copy)
    expect(existsSync(copy)).toBe(true)
    await store.erase({ at: start, ids: [idOf(2)] })
    // As if whoever erased had been killed before the copy's turn.
    const backup = openSqliteStore({ path: copy, threads: 'inline' })
    await backup.commit({ at: start, add: [await aNewMemory({ id: idOf(2), text: 'secret' })] })
    await backup.close()
    await query(url, 'INSERT INTO unfinished_erasing SELECT tenant_id, $1, $2 FROM tenants WHERE name = $3', [
      copy,
      idOf(2),
      tenant,
    ])
    await store.close()
    const next = openPostgresStore({ backupFiles, url, tenant })
    await next.newestSeq()
    await vi.waitUntil(async () => (await unswept(tenant)) === 0, { timeout: 60_000 })
    await next.close()
    const treated = openSqliteStore({ path: copy, threads: 'inline' })
    expect(await treated.get([idOf(2)])).toEqual([undefined])
    await treated.close()
  })
})

describe('[OPS4] the tables', () => {
  /** By the table's name, past the program. */
  async function askEachTable<Answer>(url: string, select: (table: string) => string): Promise<Map<string, Answer>> {
    const tables = await query<{ name: string }>(
      url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    const union = tables.map(({ name }) => `SELECT '${name}' AS name, (${select(name)}) AS answer`).join(' UNION ALL ')
    const answers = await query<{ name: string; answer: Answer }>(url, `${union} ORDER BY name`)
    return new Map(answers.map(({ name, answer }) => [name, answer]))
  }

  /** Two memories in one scene. The secret one has rows in every table that is a memory's own. */
  async function openWithSecret(): Promise<{ url: string; store: MemoryStore }> {
    const url = await newDatabase()
    const store = openPostgresStore({ backupFiles, url, tenant: 'default' })
    const structure = {
      records: [{ label: null, fields: [['name', 'secret lamp'] as const] }],
      triples: [['secret lamp', 'made by', 'Anna'] as const],
    }
    const [id, text, tags] = [idOf(2), 'The secret lamp', ['secret tag']]
    const index = { ...(await indexOf(text)), speaker: 'secret speaker' }
    await store.commit({
      at: start,
      add: await newMemories([
        { id: idOf(1), text: 'kept' },
        { id, text, tags, index, structure, answers: ['Which lamp is secret?', 'Who made it?'] },
      ]),
    })
    await store.commit({
      at: start,
      change: [{ id, version: 1, tags: ['second secret tag'] }],
      connect: [anEdge({ source: idOf(1), target: id })],
    })
    return { url, store }
  }

  test('[OPS4] hold nothing that mentions it any more, and nothing that was read from it', async () => {
    const { url, store } = await openWithSecret()
    const mentions = async () => {
      const found = await askEachTable<boolean>(
        url,
        (table) => `SELECT count(*) > 0 FROM ${table} AS each WHERE each::text LIKE '%secret%'`,
      )
      return [...found].filter(([, isAny]) => isAny).map(([table]) => table)
    }
    expect(await mentions()).toEqual(['labels', 'memories', 'names', 'structures', 'terms', 'versions'])
    await store.erase({ at: start, ids: [idOf(2)] })
    expect(await mentions()).toEqual([])
    await store.close()
  })

  test('[OPS4] are vacuumed, each that has lost a row', async () => {
    const { url, store } = await openWithSecret()
    const countRows = () => askEachTable<string>(url, (table) => `SELECT count(*) FROM ${table}`)
    const before = await countRows()
    await store.erase({ at: start, ids: [idOf(2)] })
    const after = await countRows()
    const lost = [...before.keys()].filter((table) => Number(after.get(table)) < Number(before.get(table)))
    const ofAnswers = 'answer_postings answer_terms answer_vectors answers'
    const expected = 'changes edges labels memories names postings strengths structures terms vectors versions'
    expect(lost).toEqual([...ofAnswers.split(' '), ...expected.split(' ')])
    const vacuumed = await query<{ name: string }>(
      url,
      'SELECT relname AS name FROM pg_stat_user_tables WHERE vacuum_count > 0',
    )
    expect(vacuumed.map(({ name }) => name)).toEqual(expect.arrayContaining(lost))
    await store.close()
  })
})
