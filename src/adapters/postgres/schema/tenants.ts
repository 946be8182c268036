import { invalid, type WorldWeaverError } from '../../../errors.js'
import type { Client } from '../connection/driver.js'

/** Creates an empty tenant, unless it needs an API key and has none. */
const create = `WITH created AS (
    INSERT INTO tenants (name) SELECT $1 WHERE NOT $2 OR EXISTS (SELECT 1 FROM api_keys WHERE tenant = $1)
    ON CONFLICT DO NOTHING RETURNING tenant_id
  ) INSERT INTO totals (tenant_id) SELECT tenant_id FROM created`

/** Returns the tenant's number, and creates the tenant if it does not exist. */
export async function findTenant(client: Pick<Client, 'query'>, name: string, needsKey: boolean): Promise<number> {
  const known = await numberOf(client, name)
  if (known !== undefined) return known
  await client.query({ text: create, values: [name, needsKey] })
  // This process or a concurrent one has created it.
  const created = await numberOf(client, name)
  if (created === undefined) throw unknownTenant(name)
  return created
}

async function numberOf(client: Pick<Client, 'query'>, name: string): Promise<number | undefined> {
  const { rows } = await client.query({ text: 'SELECT tenant_id FROM tenants WHERE name = $1', values: [name] })
  return (rows as { tenant_id: number }[]).at(0)?.tenant_id
}

/** The same error as for a missing folder in SQLite. */
const unknownTenant = (name: string): WorldWeaverError =>
  invalid('WW_TENANT', `WW_TENANT must be a tenant; "${name}" is none: "ww key list" shows them`)
