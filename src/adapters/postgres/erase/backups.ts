import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { WorldWeaverError } from '../../../errors.js'
import type { StoreMaintenance } from '../../../ports/store/maintain.js'
import type { TreatedBackup } from '../../../ports/store/write.js'
import type { Database } from '../connection/database.js'
import type { Client } from '../connection/driver.js'
import { sqlOn } from '../connection/sql.js'
import type { BackupFiles, BackupPaths } from './backup-files.js'
import { ownTables } from './vacuum.js'

/** Each retry needs another erasure during the copy; the bound keeps a bug from looping. */
const maxTries = 10

const add = 'INSERT INTO backups (tenant_id, path) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING'
const remove = 'DELETE FROM backups WHERE tenant_id = $1 AND path = ANY($2::text[])'
const places = `SELECT DISTINCT place FROM unfinished_erasing WHERE tenant_id = $1 AND place <> '${ownTables}' ORDER BY place`
const idsAt = 'SELECT id FROM unfinished_erasing WHERE tenant_id = $1 AND place = $2'
const markDone = 'DELETE FROM unfinished_erasing WHERE tenant_id = $1 AND place = $2 AND id = ANY($3::text[])'
/** For the transaction that erases: later backups do not contain the memories. */
export const noteUnfinished = `INSERT INTO unfinished_erasing (tenant_id, place, id)
  SELECT $1, path, id FROM backups, unnest($2::text[]) AS id WHERE tenant_id = $1 ON CONFLICT DO NOTHING`

/** Whether a backup may still hold a memory that the tables no longer have. */
export const isInBackups = async (client: Pick<Client, 'query'>, tenant: number): Promise<boolean> =>
  (await sqlOn(client, tenant).find(places)) !== undefined

interface Parts {
  readonly database: Database
  /** The same tenant on separate connections: a copy holds one while it waits for the tenant's lock. */
  readonly separate: Database
  readonly files: BackupFiles
}

/** Writes backups of one tenant, and erases in them what the tenant erased later. */
export class PostgresBackups {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The target gets its name only once the file is complete and synced to disk. */
  async make(target: string): Promise<void> {
    const path = resolve(target)
    const partial = this.#parts.files.partialName(path)
    const isNew = !existsSync(path)
    try {
      for (let tries = 1; !(await this.#copyOnce({ path, partial })); tries++) {
        if (tries === maxTries) throw new Error(`memories were erased again and again while ${path} was written`)
      }
    } catch (error) {
      // On a full disk the partial copy would only take space.
      this.#parts.files.remove(partial)
      await this.#parts.database.write((transaction) => transaction.change(remove, isNew ? [path, partial] : [partial]))
      throw error
    }
  }

  async note({ add: added = [], remove: removed = [] }: Parameters<StoreMaintenance['noteBackups']>[0]): Promise<void> {
    const absolute = (paths: readonly string[]) => paths.map((path) => resolve(path))
    await this.#parts.database.write(async (transaction) => {
      await transaction.change(add, absolute(added))
      await transaction.change(remove, absolute(removed))
    })
  }

  /** False if something was erased meanwhile: the copy may hold it. */
  async #copyOnce(paths: BackupPaths): Promise<boolean> {
    const { path, partial } = paths
    this.#parts.files.remove(partial)
    // Registered before the files exist: a process that is killed leaves no copy that later erasures miss, and the
    // copy lists itself.
    await this.#parts.database.write((transaction) => transaction.change(add, [path, partial]))
    return this.#parts.files.write(this.#parts.separate, paths, (erasures) =>
      // The tenant's lock keeps erasures out: earlier ones show in the count, later ones find the registered copy.
      this.#parts.database.write(async (transaction) => {
        if (transaction.totals.erasures !== erasures) return false
        renameSync(partial, path)
        await transaction.change(remove, [partial])
        return true
      }),
    )
  }

  /** Erases in the backups what was erased from the tables. Throws if one of them cannot be changed now. */
  async finishErasing(): Promise<readonly TreatedBackup[]> {
    return this.#finish(await this.#unfinished())
  }

  /** Only in the backups on this machine: other machines treat theirs. */
  async resumeErasing(): Promise<void> {
    await this.#finish((await this.#unfinished()).filter((place) => existsSync(place)))
  }

  async #unfinished(): Promise<string[]> {
    const found = await this.#parts.database.read((sql) => sql.all<{ place: string }>(places))
    return found.map(({ place }) => place)
  }

  async #finish(unfinished: readonly string[]): Promise<readonly TreatedBackup[]> {
    const treated: TreatedBackup[] = []
    const problems: string[] = []
    for (const place of unfinished) {
      try {
        const action = await this.#eraseIn(place)
        if (action !== undefined && !this.#parts.files.isPartial(place)) treated.push({ path: place, action })
      } catch (error) {
        problems.push(`${place} (${error instanceof Error ? error.message : error})`)
      }
    }
    if (problems.length > 0) throw unfinishedError(problems)
    return treated
  }

  async #eraseIn(path: string): Promise<TreatedBackup['action'] | undefined> {
    const found = await this.#parts.database.read((sql) => sql.all<{ id: string }>(idsAt, path))
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return undefined
    const action = this.#parts.files.eraseIn(path, ids)
    await this.#parts.database.write(async (transaction) => {
      await transaction.change(markDone, path, ids)
      if (action !== undefined && action !== 'rewritten') await transaction.change(remove, [path])
    })
    return action
  }
}

const unfinishedError = (problems: readonly string[]): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The memories are erased and no longer found, but traces of them remain in ${problems.join(', ')}. The next forget, or the next start, removes them`,
  )
