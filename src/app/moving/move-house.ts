import { createHash } from 'node:crypto'
import { copyHouse, isSameHouse } from '../../adapters/moving/copy-house.js'
import type { OldHouse } from '../../adapters/moving/house.js'
import { tables, tellingTables } from '../../adapters/moving/tables.js'
import { WorldWeaverError } from '../../errors.js'
import type { MovedHouse, MovedTenant } from '../../surfaces/cli/moving/move-command.js'
import type { Place } from './place.js'

interface MoveOptions {
  /** Only this one; all of them, with the keys, unless told. */
  readonly tenant?: string
  /** Unfinished moves are begun anew. */
  readonly restart: boolean
  readonly onProgress: (share: number, words: string) => void
}

/** Copies what is in one place to the other, compares both, and only then lets anybody see it. The source stays. */
export async function moveHouse(from: Place, to: Place, options: MoveOptions): Promise<MovedHouse> {
  if (from.name === to.name) throw refused(`${from.name} is where everything is already`)
  const { tenant, restart, onProgress } = options
  const all = await from.tenants()
  const wanted = tenant === undefined ? all : all.filter((name) => name === tenant)
  if (wanted.length === 0)
    throw new WorldWeaverError('not_found', `There is nothing to move in ${from.name}${tenant ? ` of ${tenant}` : ''}`)
  // Before anything is written: all of it can be moved, or nothing is.
  const done = new Map<string, boolean>()
  for (const name of wanted) done.set(name, await isThere(from, to, name))
  if (tenant === undefined) await assertKeysFit(from, to)
  const moved: MovedTenant[] = []
  for (const name of wanted) {
    if (restart) await to.clear(name)
    const report = (share: number, words: string) => onProgress(share, wanted.length > 1 ? `${name}: ${words}` : words)
    moved.push(done.get(name) ? await countTenant(from, name) : await moveTenant(from, to, name, report))
  }
  const keys = tenant === undefined ? await moveKeys(from, to) : 0
  return { from: from.name, to: to.name, tenants: moved, keys }
}

/** Whether it was moved before. Throws where there is something else. */
async function isThere(from: Place, to: Place, tenant: string): Promise<boolean> {
  const there = await to.openOld(tenant)
  if (there === undefined) return false
  try {
    const counts = await Promise.all(tellingTables.map((table) => there.count(table)))
    if (counts.every((count) => count === 0)) return false
    if (await withOld(from, tenant, (here) => isSameHouse(here, there))) return true
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
): Promise<MovedTenant> {
  return withOld(from, tenant, async (here) => {
    const there = await to.openNew(tenant, markOf(from))
    try {
      const copied = await copyHouse(here, there, {
        onProgress: (done, total, table) => onProgress(total === 0 ? 1 : done / total, table),
        async beforeFinish() {
          const now = await withOld(from, tenant, (again) => again.counters())
          if (JSON.stringify(now) !== JSON.stringify(await here.counters())) throw writtenMeanwhile(from)
        },
      })
      return toMoved(tenant, copied, false)
    } finally {
      await there.close()
    }
  })
}

const countTenant = (from: Place, tenant: string): Promise<MovedTenant> =>
  withOld(from, tenant, async (here) => {
    const counts = await Promise.all(
      tables.map(async (table) => ({ table: table.name, rows: await here.count(table) })),
    )
    return toMoved(tenant, counts, true)
  })

function toMoved(
  tenant: string,
  copied: readonly { readonly table: string; readonly rows: number }[],
  wasThere: boolean,
): MovedTenant {
  const memories = copied.find(({ table }) => table === 'memories')?.rows ?? 0
  return { tenant, memories, rows: copied.reduce((sum, { rows }) => sum + rows, 0), was_there: wasThere }
}

async function withOld<Result>(
  place: Place,
  tenant: string,
  work: (house: OldHouse) => Promise<Result>,
): Promise<Result> {
  const house = await place.openOld(tenant)
  if (house === undefined) throw new WorldWeaverError('not_found', `${place.name} has no tenant "${tenant}" any more`)
  try {
    return await work(house)
  } finally {
    await house.close()
  }
}

/** By which a move knows what it has left itself. */
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
