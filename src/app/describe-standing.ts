import { type Access, ownTenant } from '../memory/access/access.js'
import type { Standing, TenantStanding } from '../ports/metrics.js'
import type { Tenants } from './tenants.js'
import type { WorldWeaver } from './world-weaver.js'

/** Of tenants, whoever runs the server sees all that are open; an admin of another tenant sees that one. */
export async function describeStanding(
  { tenant }: Access,
  tenants: Pick<Tenants, 'open'>,
  counts: Pick<Standing, 'openConnections' | 'openStreams'>,
): Promise<Standing> {
  const open = tenants.open()
  const visible = open.filter(([name]) => tenant === ownTenant || name === tenant)
  return {
    ...counts,
    openTenants: open.length,
    tenants: await Promise.all(visible.map(([name, mind]) => describeTenant(name, mind))),
  }
}

async function describeTenant(tenant: string, mind: WorldWeaver): Promise<TenantStanding> {
  const { kinds, bytes, cachedMemories, cachedVectors, waiting, usesWaiting } = await mind.load()
  return {
    tenant,
    memoriesByKind: kinds,
    storeBytes: bytes,
    cachedMemories,
    cachedVectors,
    waiting: { ...waiting, uses: usesWaiting },
  }
}
