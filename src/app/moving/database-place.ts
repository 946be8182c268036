import { openNewPostgresHouse, openOldPostgresHouse, removeTenant } from '../../adapters/moving/postgres-house.js'
import { Connections } from '../../adapters/postgres/connections.js'
import { Database } from '../../adapters/postgres/database.js'
import { openPostgresKeyStore } from '../../adapters/postgres/postgres-key-store.js'
import { isTenantName } from '../../memory/access/tenant-name.js'
import { describeDatabase, readDatabaseUrl } from '../database-url.js'
import type { Place } from './place.js'

/** No tenant may be called that: nobody opens what is on its way in. */
const moving = (tenant: string): string => `~${tenant} moving from `

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
    // Asked for by name, a tenant that is not there would be made.
    openOld: async (tenant) =>
      (await names()).includes(tenant) ? openOldPostgresHouse(new Database(connections, tenant)) : undefined,
    openNew: async (tenant, mark) => openNewPostgresHouse(connections, `${moving(tenant)}${mark}`, tenant),
    async clear(tenant) {
      for (const name of (await names()).filter((each) => each.startsWith(moving(tenant)))) {
        await new Database(connections, name).write((transaction) => removeTenant(transaction, transaction.tenant))
      }
    },
    keys: openPostgresKeyStore(connections),
    close: () => connections.close(),
  }
}
