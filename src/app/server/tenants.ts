import { type Access, ownTenant } from '../../memory/access/access.js'
import type { CallSource } from '../../memory/origin.js'
import type { LocalCounts, RemoteCounts } from '../../ports/call-ledger.js'
import type { Log } from '../../ports/log.js'
import type { TenantStats } from '../../ports/metrics.js'
import type { ScopedMemory } from '../../resources/scoped-memory.js'
import { waitWithTimeout } from '../../surfaces/wait-with-timeout.js'
import type { Configuration } from '../configuration/configuration.js'
import { tenantFolder } from '../configuration/data-dir.js'
import { findNamespace } from '../configuration/find-namespace.js'
import { createWorldWeaver, type Parts, type WorldWeaver } from '../memory/world-weaver.js'
import { type BorrowedMemory, borrowPerCall } from './borrow-memory.js'
import { describeTenant } from './describe-tenant.js'

/**
 * The memories of one server, each opened with its first call. A tenant has a folder, a file and some threads of its
 * own, or a part of the database.
 */
export interface Tenants {
  /** The caller's memory. It stays usable: the store behind it is closed and opened as needed. */
  memoryFor(access: Access, from?: CallSource): Promise<ScopedMemory>
  /** The owner's memory, which stays open. */
  ownMemory(): Promise<WorldWeaver>
  /** COM10: shares call counts with other servers. A closed tenant is opened only to send counts. */
  exchangeCalls(tenant: string, counts: LocalCounts): Promise<RemoteCounts | undefined>
  /** Figures of every open tenant; a tenant whose file is broken is left out, so that the others still report. */
  stats(): Promise<readonly TenantStats[]>
  /** WFL6: finishes the work under way, or hands it over after `graceMs`. */
  handOver(graceMs: number): Promise<void>
  /** Waits at most `graceMs` for stores that do not close. */
  close(graceMs: number): Promise<void>
}

interface OpenTenant {
  readonly memory: WorldWeaver
  readonly opened: Promise<void>
  readonly maintaining: Promise<void>
  readonly closing: AbortController
  /** Calls and streams under way. */
  users: number
  idleSince: number
}

interface TenantsOptions {
  /** Ends the background work of all tenants. */
  readonly signal: AbortSignal
  readonly log: Log
  /** Whether the key of this id is neither revoked nor expired. */
  readonly isInForce: (key: string) => Promise<boolean>
  /** How long a memory stays open after a call. */
  readonly keepOpenMs?: number
}

export function openTenants(configuration: Configuration, parts: Parts, options: TenantsOptions): Tenants {
  const { signal, log, isInForce, keepOpenMs = 5_000 } = options
  const maxOpen = configuration.maxTenantsOpen
  /** In the order of opening. */
  const tenants = new Map<string, OpenTenant>()
  const closing = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  function open(tenant: string): OpenTenant {
    const dataDir = tenantFolder(configuration.dataDir, tenant)
    const namespace = tenant === ownTenant ? configuration.namespace : findNamespace(dataDir)
    const memory = createWorldWeaver(
      { ...configuration, dataDir, tenant, namespace, project: null },
      { readers: 2, ...parts },
    )
    // A tenant that is being closed has written everything before it is opened again.
    const opened = (closing.get(tenant) ?? Promise.resolve()).then(() => memory.warmUp())
    const leaving = new AbortController()
    const maintaining = opened.then(
      () => memory.workflow.maintain(AbortSignal.any([signal, leaving.signal])),
      () => undefined,
    )
    const opening = { memory, opened, maintaining, closing: leaving, users: 0, idleSince: 0 }
    tenants.set(tenant, opening)
    return opening
  }

  /** Keeps the memory open until `release`. Only a caller's own request counts as use, not the server's. */
  async function borrow(tenant: string, isRequest = true): Promise<BorrowedMemory> {
    const borrowed = tenants.get(tenant) ?? open(tenant)
    borrowed.users++
    try {
      await borrowed.opened
    } catch (error) {
      // The next call tries again.
      if (tenants.get(tenant) === borrowed) tenants.delete(tenant)
      await borrowed.memory.close().catch((cause: unknown) => log.error('could not close the store', { error: cause }))
      throw error
    }
    let isReleased = false
    closeIdle()
    return {
      memory: borrowed.memory,
      release() {
        if (isReleased) return
        isReleased = true
        borrowed.users--
        if (isRequest) borrowed.idleSince = performance.now()
        closeIdle()
      },
    }
  }

  async function maintain<Result>(tenant: string, work: (memory: WorldWeaver) => Promise<Result>): Promise<Result> {
    const { memory, release } = await borrow(tenant, false)
    try {
      return await work(memory)
    } finally {
      release()
    }
  }

  /**
   * Closes the tenants that were idle longest while too many are open. Tenants in use stay open, and so does the
   * owner's, which hooks call: if all are in use the limit is exceeded for a while, since waiting for other tenants to
   * disconnect could take for ever. A tenant used a moment ago stays open, too, unless twice too many are open:
   * otherwise tenants that call in turn would open and close a store with every call.
   */
  function closeIdle(): void {
    const idle = [...tenants].filter(
      ([tenant, { users, memory }]) => tenant !== ownTenant && users === 0 && memory.isIdle(),
    )
    idle.sort(([, a], [, b]) => a.idleSince - b.idleSince)
    const tooMany = idle.slice(0, Math.max(0, tenants.size - maxOpen))
    const isCrowded = tenants.size > 2 * maxOpen
    const mayCloseSince = performance.now() - keepOpenMs
    for (const [tenant, each] of tooMany) {
      if (!isCrowded && each.idleSince > mayCloseSince) {
        timer ??= setTimeout(closeIdleLater, keepOpenMs).unref()
        return
      }
      tenants.delete(tenant)
      const closed = closeTenant(each)
        .catch((error: unknown) => log.error('could not close the store', { error }))
        .finally(() => closing.delete(tenant))
      closing.set(tenant, closed)
    }
  }

  function closeIdleLater(): void {
    timer = undefined
    closeIdle()
  }

  async function closeTenant({ memory, closing, maintaining }: OpenTenant): Promise<void> {
    closing.abort()
    await maintaining
    await memory.close()
  }

  return {
    async memoryFor(access, from) {
      // Opened now: a store that cannot be opened is reported before the call is counted.
      const { memory, release } = await borrow(access.tenant)
      release()
      return borrowPerCall(access, memory.as(access).resources, {
        borrow: () => borrow(access.tenant),
        from,
        isInForce: async () => access.key === null || isInForce(access.key),
      })
    },
    async ownMemory() {
      const { memory, release } = await borrow(ownTenant)
      release()
      return memory
    },
    async exchangeCalls(tenant, counts) {
      if (!tenants.has(tenant) && counts.calls.length === 0) return undefined
      return maintain(tenant, (memory) => memory.calls.exchange(counts))
    },
    async stats() {
      const stats = [...tenants.keys()].map(async (tenant) => {
        try {
          return [await maintain(tenant, (memory) => describeTenant(tenant, memory))]
        } catch (error) {
          log.error('could not read the statistics of a tenant', { tenant, error })
          return []
        }
      })
      return (await Promise.all(stats)).flat()
    },
    async handOver(graceMs) {
      const workflows = [...tenants.values()].map(({ memory }) => memory.workflow)
      await waitWithTimeout(graceMs, Promise.all(workflows.map((workflow) => workflow.settled())))
      await Promise.all(workflows.map((workflow) => workflow.handOver()))
    },
    async close(graceMs) {
      clearTimeout(timer)
      const all = [...tenants.values()]
      await Promise.all(all.map(({ maintaining }) => maintaining))
      const closed = [...all.map(({ memory }) => memory.close()), ...closing.values()]
      await waitWithTimeout(graceMs, Promise.all(closed))
    },
  }
}
