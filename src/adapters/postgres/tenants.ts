import type { Client } from './driver.js'

/** A tenant's number. One that is not there yet begins empty. */
export async function findTenant(client: Pick<Client, 'query'>, name: string): Promise<number> {
  const known = await numberOf(client, name)
  if (known !== undefined) return known
  await client.query({
    text: `WITH made AS (INSERT INTO tenants (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING tenant_id)
      INSERT INTO totals (tenant_id) SELECT tenant_id FROM made`,
    values: [name],
  })
  // By this process or by another at the same moment.
  return (await numberOf(client, name))!
}

async function numberOf(client: Pick<Client, 'query'>, name: string): Promise<number | undefined> {
  const { rows } = await client.query({ text: 'SELECT tenant_id FROM tenants WHERE name = $1', values: [name] })
  return (rows as { tenant_id: number }[]).at(0)?.tenant_id
}
