import { refusalOnConnecting } from '../connection/connection-refusal.js'
import { type Client, createPool } from '../connection/driver.js'
import { schemaVersion } from '../schema/migrate.js'
import { migrations } from '../schema/schema.js'

export interface PostgresInspection {
  readonly server: string
  /** 0 if the database has none of our tables. */
  readonly schema: number
  /** The schema that this version writes. */
  readonly newestSchema: number
  /** The installed version; null if it can be installed, undefined if the server lacks it. */
  readonly pgvector: string | null | undefined
  /** Whether the settings make an answered write survive a power cut. */
  readonly isDurable: boolean
  readonly settings: string
  /** Whether the server notices pages that its disk has changed. */
  readonly hasDataChecksums: boolean
  readonly memories: number
  /** Memories without a vector of the model. */
  readonly unembedded: number
  readonly bytes: number
}

/** Inspects a database without changing it or waiting for locks. Throws if it cannot be reached. */
export async function inspectPostgres(url: string, tenant: string, model: string): Promise<PostgresInspection> {
  const pool = await createPool(url, 1)
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw refusalOnConnecting(error) ?? error
    })
    try {
      return await inspect(client, tenant, model)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

const facts = `SELECT current_setting('server_version') AS server, pg_database_size(current_database()) AS bytes,
  default_version IS NOT NULL AS can_have, installed_version AS pgvector,
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('full_page_writes') AS full_page_writes, current_setting('data_checksums') AS data_checksums
FROM (SELECT 1) AS one LEFT JOIN pg_available_extensions ON name = 'vector'`

const counts = `SELECT count(*) AS memories, count(*) FILTER (WHERE vectors.row IS NULL) AS unembedded
FROM tenants JOIN memories USING (tenant_id)
LEFT JOIN models ON models.tenant_id = memories.tenant_id AND identity = $2
LEFT JOIN vectors ON vectors.tenant_id = memories.tenant_id AND vectors.model = models.id AND vectors.row = memories.row
WHERE tenants.name = $1`

async function inspect(client: Client, tenant: string, model: string): Promise<PostgresInspection> {
  const first = async <Row>(text: string, values?: unknown[]) => (await client.query({ text, values })).rows[0] as Row
  const fact = await first<Facts>(facts)
  const schema = await schemaVersion(client)
  const newestSchema = migrations.at(-1)?.version ?? 0
  const isKnown = schema > 0 && schema <= newestSchema
  const counted = isKnown ? await first<Counts>(counts, [tenant, model]) : { memories: 0, unembedded: 0 }
  const { fsync, synchronous_commit, full_page_writes } = fact
  return {
    server: fact.server,
    schema,
    newestSchema,
    pgvector: fact.pgvector ?? (fact.can_have ? null : undefined),
    isDurable: fsync === 'on' && full_page_writes === 'on' && synchronous_commit !== 'off',
    settings: `fsync ${fsync}, full_page_writes ${full_page_writes}, synchronous_commit ${synchronous_commit}`,
    hasDataChecksums: fact.data_checksums === 'on',
    ...counted,
    bytes: fact.bytes,
  }
}

interface Facts {
  readonly server: string
  readonly bytes: number
  readonly can_have: boolean
  readonly pgvector: string | null
  readonly fsync: string
  readonly synchronous_commit: string
  readonly full_page_writes: string
  readonly data_checksums: string
}

interface Counts {
  readonly memories: number
  readonly unembedded: number
}
