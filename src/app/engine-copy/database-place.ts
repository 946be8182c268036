import { openPostgresSource, openPostgresTarget, removeTenant } from '../../adapters/engine-copy/postgres-tenant.js'
import { Connections } from '../../adapters/postgres/connection/connections.js'
import { Database } from '../../adapters/postgres/connection/database.js'
import { openPostgresKeyStore } from '../../adapters/postgres/postgres-key-store.js'
import { isTenantName } from '../../memory/access/tenant-name.js'
import { describeDatabase, readDatabaseUrl } from '../configuration/database-url.js'
import type { Place } from './place.js'

/** The name of an unfinished copy is not a valid tenant name, so that nothing opens it. */
const unfinishedName = (tenant: string): string => `~${tenant} moving from `

export function openDatabasePlace(text: string, field: string): Place {
  const url = readDatabaseUrl(text, field)
  const connections = new Connections({ url })

  async function names(): Promise<readonly string[]> {
    const { rows } = await connections.use((client) => client.query({ text: 'SELECT name FROM tenants ORDER BY name' }))
    return (rows as { name: string }[]).map(({ name }) => name)
  }

  return {
    name: describeDatabase(url),
    tenants: async () => (await names()).filter(isTenantName),
    // Opening a missing tenant would create it.
    openSource: async (tenant) =>
      (await names()).includes(tenant) ? openPostgresSource(new Database(connections, tenant)) : undefined,
    openTarget: async (tenant, mark) => openPostgresTarget(connections, `${unfinishedName(tenant)}${mark}`, tenant),
    async clear(tenant) {
      for (const name of (await names()).filter((each) => each.startsWith(unfinishedName(tenant)))) {
        await new Database(connections, name).write((transaction) => removeTenant(transaction, transaction.tenant))
      }
    },
    keys: openPostgresKeyStore(connections),
    close: () => connections.close(),
  }
}
