import { invalid, type WorldWeaverError } from '../../errors.js'
import type { Client } from './driver.js'

/** One that is not there yet begins empty, unless it needs a key and has none. */
const make = `WITH made AS (
    INSERT INTO tenants (name) SELECT $1 WHERE NOT $2 OR EXISTS (SELECT 1 FROM api_keys WHERE tenant = $1)
    ON CONFLICT DO NOTHING RETURNING tenant_id
  ) INSERT INTO totals (tenant_id) SELECT tenant_id FROM made`

/** A tenant's number. */
export async function findTenant(client: Pick<Client, 'query'>, name: string, needsKey: boolean): Promise<number> {
  const known = await numberOf(client, name)
  if (known !== undefined) return known
  await client.query({ text: make, values: [name, needsKey] })
  // By this process or by another at the same moment.
  const made = await numberOf(client, name)
  if (made === undefined) throw unknownTenant(name)
  return made
}

async function numberOf(client: Pick<Client, 'query'>, name: string): Promise<number | undefined> {
  const { rows } = await client.query({ text: 'SELECT tenant_id FROM tenants WHERE name = $1', values: [name] })
  return (rows as { tenant_id: number }[]).at(0)?.tenant_id
}

/** As the embedded engine has it of a folder that is not there. */
const unknownTenant = (name: string): WorldWeaverError =>
  invalid('WW_TENANT', `WW_TENANT must be a tenant; "${name}" is none: "ww key list" shows them`)
