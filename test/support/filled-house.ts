import { join, resolve } from 'node:path'
import { openSqliteKeyStore } from '#ww/adapters/sqlite/sqlite-key-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath, keysPath, tenantFolder } from '#ww/app/configuration/data-dir.js'
import { openKeyRing } from '#ww/app/server/access/key-ring.js'
import { openWorldWeaver } from '#ww/index.js'
import { allRows } from './database.js'
import { anEdge, days, hours, idOf, minutes, newMemories, start } from './memories.js'
import { createSettableClock } from './minds.js'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const texts = [
  'The heron stands at the pond.',
  'Der Igel schläft im Winter unter dem Laub.',
  '鷺が池に立っている 🚀',
  'pond',
]

/** A data directory that has something in every table: two tenants, keys, conversations, copies and gaps. */
export async function fillHouse(dataDir: string, count = 40): Promise<void> {
  await fillTenant(dataDir, count)
  await fillTenant(tenantFolder(dataDir, 'acme'), 5)
  const store = openSqliteKeyStore({ path: keysPath(dataDir) })
  const keys = openKeyRing(store, { clock: createSettableClock(), log: silent })
  await keys.create({ name: 'laptop', tenant: 'acme', sessions: ['anna', 'ben'] })
  await keys.revoke((await keys.create({ name: 'lost' })).key.id)
  await keys.close()
}

async function fillTenant(dataDir: string, count: number): Promise<void> {
  const store = openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
  const id = (number: number) => idOf(number)
  for (let from = 0; from < count; from += 500) {
    const numbers = Array.from({ length: Math.min(500, count - from) }, (_, nth) => from + nth)
    const add = await newMemories(
      numbers.map((number) => ({
        id: id(number),
        text: `${texts[number % texts.length]} ${number % 97}`,
        session: `session-${number % 3}`,
        project: number % 2 === 0 ? 'weaver' : null,
        tags: [`tag-${number % 5}`, '"quoted", {braced} \\'],
        facets: { outcome: 'success', number },
        importance: number / (count + 1),
        happenedAt: start + minutes(number),
        ...(number % 3 === 0 ? { answers: [`Where is number ${number % 97}?`, 'Which colour has it?'] } : {}),
        ...(number % 4 === 0 ? { structure: { records: [], facts: [] } as never } : {}),
      })),
    )
    await store.commit({ at: start + days(1), add })
  }
  await store.commit({
    at: start + days(2),
    change: [{ id: id(0), version: 1, importance: 0.1 + 0.2, tags: ['changed'], validTo: start + days(1) }],
    connect: [
      anEdge({ source: id(0), target: id(1), weight: 1 / 3 }),
      anEdge({ source: id(2), target: id(1), type: 'USES', validTo: start + hours(1) }),
    ],
    embed: [{ id: id(3), vector: { model: 'another', values: new Int8Array([-128, 0, 127]) } }],
    checkpoints: { 'follows "nothing"': { revision: 3, text: 'line\nbreak' } },
  })
  await store.reinforce(
    [{ id: id(2), at: start + days(3), grade: 'good' }],
    [{ ids: [id(0), id(1)], at: start + days(3) }],
  )
  await store.backup(join(dataDir, 'copy.db'))
  // Numbers that nobody has any more: none of them may be given again.
  await store.erase({ at: start + days(4), ids: [id(count - 1)] })
  await store.close()
  const mind = openWorldWeaver({ dataDir, project: null, session: 'default', logLevel: 'silent', threads: 'inline' })
  await mind.workflow.execute({ user_input: 'Where does the heron stand?' })
  await mind.workflow.settled()
  await mind.close()
}

/** Every row of every table that moves; the full-text index keeps its own in an order of its own, and PostgreSQL no checksums. */
export const movedRows = (dataDir: string): Record<string, unknown[]> =>
  Object.fromEntries(
    Object.entries(allRows(dataDir))
      .filter(([table]) => !table.startsWith('postings') && !table.startsWith('sqlite_stat') && table !== 'sums')
      .map(([table, rows]) => [table, table === 'backups' ? rows.map((row) => wholePath(row, dataDir)) : rows] as const)
      .map(([table, rows]) => [table, [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]),
  )

/** One in the folder itself is noted by its name. */
const wholePath = (row: unknown, dataDir: string) => ({ path: resolve(dataDir, (row as { path: string }).path) })
