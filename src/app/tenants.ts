import { type Access, ownTenant } from '../memory/access/access.js'
import type { HeardCalls, ToldCalls } from '../ports/call-ledger.js'
import type { Log } from '../ports/log.js'
import type { TenantStanding } from '../ports/metrics.js'
import type { ServedMind } from '../surfaces/http/http-surface.js'
import { waitAtMost } from '../surfaces/wait-at-most.js'
import type { Configuration } from './configuration.js'
import { tenantFolder } from './data-dir.js'
import { describeTenant } from './describe-tenant.js'
import { findNamespace } from './find-namespace.js'
import { type Taken, toServedMind } from './served-mind.js'
import { createWorldWeaver, type Parts, type WorldWeaver } from './world-weaver.js'

/**
 * The minds of one server, opened when first asked for: a folder, a file and some threads for each tenant, or a part of
 * the database.
 */
export interface Tenants {
  /** As the caller may use it. May be kept: the mind behind it is closed and opened as needed. */
  mindOf(access: Access): Promise<ServedMind>
  /** The owner's, which stays open. */
  ownMind(): Promise<WorldWeaver>
  /** COM10: what its servers tell each other. One that is closed is opened for who has something to tell. */
  exchangeCalls(tenant: string, told: ToldCalls): Promise<HeardCalls | undefined>
  /** How those that are open do, but for those whose file is broken: who watches the server needs the others then. */
  standing(): Promise<readonly TenantStanding[]>
  /** WFL6: work under way is finished, or after that time handed over. */
  handOver(graceMs: number): Promise<void>
  /** Waits no longer than that for what hangs. */
  close(graceMs: number): Promise<void>
}

interface Resident {
  readonly mind: WorldWeaver
  readonly opened: Promise<void>
  readonly tending: Promise<void>
  readonly leaving: AbortController
  /** Calls and streams that need it. */
  users: number
  idleSince: number
}

interface TenantsOptions {
  /** Ends what the minds do by themselves. */
  readonly signal: AbortSignal
  readonly log: Log
  /** Whether the key of this id still opens something. */
  readonly isInForce: (key: string) => Promise<boolean>
  /** How long a mind stays open after a call. */
  readonly restMs?: number
}

export function openTenants(configuration: Configuration, parts: Parts, options: TenantsOptions): Tenants {
  const { signal, log, isInForce, restMs = 5_000 } = options
  const most = configuration.maxTenantsOpen
  /** In the order in which they were opened. */
  const residents = new Map<string, Resident>()
  const leaving = new Map<string, Promise<void>>()
  let waking: NodeJS.Timeout | undefined

  function open(tenant: string): Resident {
    const dataDir = tenantFolder(configuration.dataDir, tenant)
    const namespace = tenant === ownTenant ? configuration.namespace : findNamespace(dataDir)
    const mind = createWorldWeaver(
      { ...configuration, dataDir, tenant, namespace, project: null },
      { readers: 2, ...parts },
    )
    // One that goes has said all that it had to say before it comes again.
    const opened = (leaving.get(tenant) ?? Promise.resolve()).then(() => mind.warmUp())
    const left = new AbortController()
    const tending = opened.then(
      () => mind.workflow.tend(AbortSignal.any([signal, left.signal])),
      () => undefined,
    )
    const resident = { mind, opened, tending, leaving: left, users: 0, idleSince: 0 }
    residents.set(tenant, resident)
    return resident
  }

  /** The mind stays open until `done` is called. Only what a caller asked for makes it seem used. */
  async function take(tenant: string, isAskedFor = true): Promise<Taken> {
    const resident = residents.get(tenant) ?? open(tenant)
    resident.users++
    try {
      await resident.opened
    } catch (error) {
      // The next call tries again.
      if (residents.get(tenant) === resident) residents.delete(tenant)
      await resident.mind.close().catch((cause: unknown) => log.error('could not close the store', { error: cause }))
      throw error
    }
    let isDone = false
    makeRoom()
    return {
      mind: resident.mind,
      done() {
        if (isDone) return
        isDone = true
        resident.users--
        if (isAskedFor) resident.idleSince = performance.now()
        makeRoom()
      },
    }
  }

  async function lookAfter<Result>(tenant: string, work: (mind: WorldWeaver) => Promise<Result>): Promise<Result> {
    const { mind, done } = await take(tenant, false)
    try {
      return await work(mind)
    } finally {
      done()
    }
  }

  /**
   * Closes those that were idle longest while there are too many. One in use is never closed, nor the owner's, which
   * hooks ask: where all are in use there are more for a while, since a tenant who waits for others to hang up could
   * wait for ever. Nor one that was asked a moment ago, unless there are twice too many: tenants who take turns would
   * otherwise open and close a store with every call.
   */
  function makeRoom(): void {
    const idle = [...residents].filter(
      ([tenant, { users, mind }]) => tenant !== ownTenant && users === 0 && mind.isIdle(),
    )
    idle.sort(([, a], [, b]) => a.idleSince - b.idleSince)
    const tooMany = idle.slice(0, Math.max(0, residents.size - most))
    const isCrowded = residents.size > 2 * most
    const restedSince = performance.now() - restMs
    for (const [tenant, resident] of tooMany) {
      if (!isCrowded && resident.idleSince > restedSince) {
        waking ??= setTimeout(lookAgain, restMs).unref()
        return
      }
      residents.delete(tenant)
      const left = leave(resident)
        .catch((error: unknown) => log.error('could not close the store', { error }))
        .finally(() => leaving.delete(tenant))
      leaving.set(tenant, left)
    }
  }

  function lookAgain(): void {
    waking = undefined
    makeRoom()
  }

  async function leave({ mind, leaving, tending }: Resident): Promise<void> {
    leaving.abort()
    await tending
    await mind.close()
  }

  return {
    async mindOf(access) {
      // Opened now: what cannot be opened is better said before a call is counted.
      const { mind, done } = await take(access.tenant)
      done()
      return toServedMind(access, mind.as(access).resources, {
        take: () => take(access.tenant),
        isInForce: async () => access.key === null || isInForce(access.key),
      })
    },
    async ownMind() {
      const { mind, done } = await take(ownTenant)
      done()
      return mind
    },
    async exchangeCalls(tenant, told) {
      if (!residents.has(tenant) && told.calls.length === 0) return undefined
      return lookAfter(tenant, (mind) => mind.calls.exchange(told))
    },
    async standing() {
      const standings = [...residents.keys()].map(async (tenant) => {
        try {
          return [await lookAfter(tenant, (mind) => describeTenant(tenant, mind))]
        } catch (error) {
          log.error('could not tell how a tenant does', { tenant, error })
          return []
        }
      })
      return (await Promise.all(standings)).flat()
    },
    async handOver(graceMs) {
      const minds = [...residents.values()].map(({ mind }) => mind)
      await waitAtMost(graceMs, Promise.all(minds.map(({ workflow }) => workflow.settled())))
      await Promise.all(minds.map(({ workflow }) => workflow.handOver()))
    },
    async close(graceMs) {
      clearTimeout(waking)
      const all = [...residents.values()]
      await Promise.all(all.map(({ tending }) => tending))
      const closing = [...all.map(({ mind }) => mind.close()), ...leaving.values()]
      await waitAtMost(graceMs, Promise.all(closing))
    },
  }
}
