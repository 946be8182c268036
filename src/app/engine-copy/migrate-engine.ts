import { createHash } from 'node:crypto'
import { copyTenant, isSameTenant } from '../../adapters/engine-copy/copy-tenant.js'
import { contentTables, tables } from '../../adapters/engine-copy/tables.js'
import type { TenantSource } from '../../adapters/engine-copy/tenant-copy.js'
import { WorldWeaverError } from '../../errors.js'
import type { MigratedEngine, MigratedTenant } from '../../surfaces/cli/engine-copy/move-command.js'
import type { Place } from './place.js'

interface MoveOptions {
  /** Copies this tenant only; by default all tenants and the keys. */
  readonly tenant?: string
  /** Discards unfinished copies and starts again. */
  readonly restart: boolean
  readonly onProgress: (share: number, words: string) => void
}

/** Copies one place to the other, compares both, and only then publishes the copy. The source stays. */
export async function migrateEngine(from: Place, to: Place, options: MoveOptions): Promise<MigratedEngine> {
  if (from.name === to.name) throw refused(`${from.name} is where everything is already`)
  const { tenant, restart, onProgress } = options
  const all = await from.tenants()
  const wanted = tenant === undefined ? all : all.filter((name) => name === tenant)
  if (wanted.length === 0)
    throw new WorldWeaverError('not_found', `There is nothing to move in ${from.name}${tenant ? ` of ${tenant}` : ''}`)
  // Checks every tenant before anything is written.
  const done = new Map<string, boolean>()
  for (const name of wanted) done.set(name, await wasCopied(from, to, name))
  if (tenant === undefined) await assertKeysFit(from, to)
  const migrated: MigratedTenant[] = []
  for (const name of wanted) {
    if (restart) await to.clear(name)
    const report = (share: number, words: string) => onProgress(share, wanted.length > 1 ? `${name}: ${words}` : words)
    migrated.push(done.get(name) ? await countTenant(from, name) : await moveTenant(from, to, name, report))
  }
  const keys = tenant === undefined ? await moveKeys(from, to) : 0
  return { from: from.name, to: to.name, tenants: migrated, keys }
}

/** Whether an earlier run has copied the tenant. Throws if the target has other memories of it. */
async function wasCopied(from: Place, to: Place, tenant: string): Promise<boolean> {
  const there = await to.openSource(tenant)
  if (there === undefined) return false
  try {
    const counts = await Promise.all(contentTables.map((table) => there.count(table)))
    if (counts.every((count) => count === 0)) return false
    if (await withSource(from, tenant, (here) => isSameTenant(here, there))) return true
    throw refused(`${to.name} has memories of the tenant "${tenant}" already, and others than ${from.name}`)
  } finally {
    await there.close()
  }
}

async function moveTenant(
  from: Place,
  to: Place,
  tenant: string,
  onProgress: MoveOptions['onProgress'],
): Promise<MigratedTenant> {
  return withSource(from, tenant, async (here) => {
    const there = await to.openTarget(tenant, markOf(from))
    try {
      const copied = await copyTenant(here, there, {
        onProgress: (done, total, table) => onProgress(total === 0 ? 1 : done / total, table),
        async beforeFinish() {
          const now = await withSource(from, tenant, (again) => again.counters())
          if (JSON.stringify(now) !== JSON.stringify(await here.counters())) throw writtenMeanwhile(from)
        },
      })
      return toMigrated(tenant, copied, false)
    } finally {
      await there.close()
    }
  })
}

const countTenant = (from: Place, tenant: string): Promise<MigratedTenant> =>
  withSource(from, tenant, async (here) => {
    const counts = await Promise.all(
      tables.map(async (table) => ({ table: table.name, rows: await here.count(table) })),
    )
    return toMigrated(tenant, counts, true)
  })

function toMigrated(
  tenant: string,
  copied: readonly { readonly table: string; readonly rows: number }[],
  wasThere: boolean,
): MigratedTenant {
  const memories = copied.find(({ table }) => table === 'memories')?.rows ?? 0
  return { tenant, memories, rows: copied.reduce((sum, { rows }) => sum + rows, 0), was_there: wasThere }
}

async function withSource<Result>(
  place: Place,
  tenant: string,
  work: (source: TenantSource) => Promise<Result>,
): Promise<Result> {
  const source = await place.openSource(tenant)
  if (source === undefined) throw new WorldWeaverError('not_found', `${place.name} has no tenant "${tenant}" any more`)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

/** Identifies unfinished copies of this source. */
const markOf = ({ name }: Place): string => createHash('sha256').update(name).digest('hex').slice(0, 16)

async function assertKeysFit(from: Place, to: Place): Promise<void> {
  const known = new Set((await from.keys.list()).map(({ id }) => id))
  const others = (await to.keys.list()).filter(({ id }) => !known.has(id))
  if (others.length > 0)
    throw refused(`${to.name} has ${others.length} keys of its own: move one tenant at a time, with --tenant`)
}

async function moveKeys(from: Place, to: Place): Promise<number> {
  const keys = await from.keys.list()
  const there = new Set((await to.keys.list()).map(({ id }) => id))
  for (const key of keys) {
    if (!there.has(key.id) && !(await to.keys.add(key))) throw refused(`${to.name} cannot take the key "${key.name}"`)
  }
  return keys.length
}

const refused = (message: string): WorldWeaverError => new WorldWeaverError('validation_error', message)

const writtenMeanwhile = ({ name }: Place): WorldWeaverError =>
  refused(
    `${name} was written to while it moved: end the programs that use it, and run this again; it goes on from here`,
  )
