import type { TenantStats } from '../../ports/metrics.js'
import type { WorldWeaver } from '../memory/world-weaver.js'

export async function describeTenant(tenant: string, { load }: Pick<WorldWeaver, 'load'>): Promise<TenantStats> {
  const { kinds, bytes, cachedMemories, cachedVectors, waiting, spoilt = 0, usesWaiting } = await load()
  return {
    tenant,
    memoriesByKind: kinds,
    storeBytes: bytes,
    cachedMemories,
    cachedVectors,
    spoilt,
    waiting: { ...waiting, uses: usesWaiting },
  }
}
