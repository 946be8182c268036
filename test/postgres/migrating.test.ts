import { describe, expect, test } from 'vitest'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { migrate, schemaVersion } from '#ww/adapters/postgres/schema/migrate.js'
import { migrations } from '#ww/adapters/postgres/schema/schema.js'
import { usePostgres } from '../support/postgres/postgres.js'

const newest = migrations.at(-1)!.version

describe('migrating PostgreSQL', () => {
  const postgres = usePostgres()

  async function withConnections<Result>(work: (connections: Connections) => Promise<Result>): Promise<Result> {
    const connections = new Connections(postgres())
    try {
      return await work(connections)
    } finally {
      await connections.close()
    }
  }

  test('an empty database gets the newest schema, at the first call', async () => {
    await withConnections(async (connections) => {
      expect(await connections.use(schemaVersion)).toBe(newest)
    })
  })

  test('many that come first at once make it once', async () => {
    const place = postgres()
    const all = [1, 2, 3, 4, 5].map(() => new Connections(place))
    const versions = await Promise.all(all.map((each) => each.use(schemaVersion)))
    expect(versions).toEqual(all.map(() => newest))
    const rows = await all[0]!.use(
      async (client) => (await client.query({ text: 'SELECT * FROM schema_version' })).rows,
    )
    expect(rows).toHaveLength(migrations.length)
    for (const each of all) await each.close()
  })

  test('each step is made once, in its order, and one that fails leaves nothing', async () => {
    await withConnections((connections) =>
      connections.use(async (client) => {
        const step = (version: number, sql: string) => ({ version, sql })
        const first = step(newest + 1, 'CREATE TABLE rooms (name TEXT); INSERT INTO rooms VALUES (1)')
        const broken = step(newest + 2, 'CREATE TABLE stairs (name TEXT); SELECT 1 / 0')
        await expect(migrate(client, [...migrations, first, broken])).rejects.toThrow('zero')
        expect(await schemaVersion(client)).toBe(newest + 1)
        const stairs = await client.query({ text: "SELECT to_regclass('stairs') AS found" })
        expect(stairs.rows).toEqual([{ found: null }])
        await migrate(client, [...migrations, first, step(newest + 2, 'INSERT INTO rooms VALUES (2)')])
        const { rows } = await client.query({ text: 'SELECT name FROM rooms ORDER BY name' })
        expect(rows).toEqual([{ name: '1' }, { name: '2' }])
      }),
    )
  })

  test('a database that a newer one has written is refused', async () => {
    await withConnections((connections) =>
      connections.use(async (client) => {
        await client.query({ text: `INSERT INTO schema_version VALUES (${newest + 7})` })
        await expect(migrate(client, migrations)).rejects.toMatchObject({
          code: 'internal_error',
          message: expect.stringContaining(`schema ${newest + 7}, this World Weaver knows ${newest}`),
        })
      }),
    )
  })
})
