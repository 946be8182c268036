import { join } from 'node:path'
import { ownTenant } from '../memory/access/access.js'
import type { Log } from '../ports/log.js'
import type { Configuration } from './configuration.js'
import { createWorldWeaver, type Parts, type WorldWeaver } from './world-weaver.js'

/** The minds of one server: a folder, a file and two threads for each tenant, opened when first asked for. */
export interface Tenants {
  mindOf(tenant: string): Promise<WorldWeaver>
  /** The minds that are open, by tenant. */
  open(): readonly (readonly [string, WorldWeaver])[]
  /** WFL6: work under way is finished, or after that time handed over. */
  handOver(graceMs: number): Promise<void>
  /** Waits no longer than that for what hangs. */
  close(graceMs: number): Promise<void>
}

interface Resident {
  readonly mind: WorldWeaver
  readonly opened: Promise<void>
  readonly tending: Promise<void>
}

/** `signal` ends what the minds do by themselves. */
export function openTenants(
  configuration: Configuration,
  parts: Parts,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Tenants {
  const residents = new Map<string, Resident>()

  function open(tenant: string): Resident {
    const mind = createWorldWeaver({ ...configuration, dataDir: folderOf(tenant, configuration), project: null }, parts)
    const opened = mind.warmUp()
    const tending = opened.then(
      () => mind.workflow.tend(signal),
      () => undefined,
    )
    const resident = { mind, opened, tending }
    residents.set(tenant, resident)
    return resident
  }

  return {
    async mindOf(tenant) {
      const { mind, opened } = residents.get(tenant) ?? open(tenant)
      try {
        await opened
      } catch (error) {
        // The next call tries again.
        residents.delete(tenant)
        await mind.close().catch((cause: unknown) => log.error('could not close the store', { error: cause }))
        throw error
      }
      return mind
    },
    open: () => [...residents].map(([tenant, { mind }]) => [tenant, mind] as const),
    async handOver(graceMs) {
      const minds = [...residents.values()].map(({ mind }) => mind)
      await Promise.race([Promise.all(minds.map(({ workflow }) => workflow.settled())), sleep(graceMs)])
      await Promise.all(minds.map(({ workflow }) => workflow.handOver()))
    },
    async close(graceMs) {
      const all = [...residents.values()]
      await Promise.all(all.map(({ tending }) => tending))
      await Promise.race([Promise.all(all.map(({ mind }) => mind.close())), sleep(graceMs)])
    },
  }
}

/** The owner's memories stay where `ww mcp` and the command line find them. */
function folderOf(tenant: string, { dataDir }: Configuration): string {
  return tenant === ownTenant ? dataDir : join(dataDir, 'tenants', tenant)
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
