import { WorldWeaverError } from '../../../errors.js'
import { refusalOnMigrating } from '../connection/connection-refusal.js'
import type { Client } from '../connection/driver.js'
import type { Migration } from './schema.js'

/** An arbitrary key for the advisory lock: the bytes of "weaver". */
const migrationLock = 0x776561766572

/** Migrates the database to the newest schema: one process at a time, one transaction per step. */
export async function migrate(client: Pick<Client, 'query'>, migrations: readonly Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0
  if ((await schemaVersion(client)) === newest) return
  for (let version = -1; version < newest; ) version = await stepForward(client, migrations, newest)
}

/** The lock ends with the transaction, so a connection pooler cannot leave it held. */
async function stepForward(
  client: Pick<Client, 'query'>,
  migrations: readonly Migration[],
  newest: number,
): Promise<number> {
  const run = (text: string, values?: unknown[]) => client.query({ text, values })
  await run('BEGIN')
  try {
    await run('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await run('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)')
    const current = await schemaVersion(client)
    if (current > newest) throw tooNew(current, newest)
    const next = migrations.find(({ version }) => version > current)
    if (next !== undefined) {
      await assertUnicode(client)
      await run(next.sql)
      await run('INSERT INTO schema_version VALUES ($1)', [next.version])
    }
    await run('COMMIT')
    return next?.version ?? current
  } catch (error) {
    // A lost connection has already rolled the transaction back.
    await run('ROLLBACK').catch(() => undefined)
    throw refusalOnMigrating(error) ?? error
  }
}

/** Other encodings reject some texts or do not check them. */
async function assertUnicode(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query({ text: "SELECT current_setting('server_encoding') AS encoding" })
  const [{ encoding }] = rows as [{ encoding: string }]
  if (encoding === 'UTF8') return
  throw new WorldWeaverError(
    'internal_error',
    `The database has the encoding ${encoding}, and memories may be in any script: create one with "createdb --encoding UTF8"`,
  )
}

/** 0 if the database has none of our tables. */
export async function schemaVersion(client: Pick<Client, 'query'>): Promise<number> {
  const { rows } = await client.query({ text: "SELECT to_regclass('schema_version') IS NOT NULL AS known" })
  const [{ known }] = rows as [{ known: boolean }]
  if (!known) return 0
  const found = await client.query({ text: 'SELECT max(version) AS version FROM schema_version' })
  const [{ version }] = found.rows as [{ version: number | null }]
  return version ?? 0
}

const tooNew = (version: number, newest: number): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The database has schema ${version}, this World Weaver knows ${newest}: it was written by a newer one. Upgrade with \`npm install -g world-weaver@latest\`.`,
  )
