import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { WorldWeaverError } from '../../errors.js'
import type { TreatedBackup } from '../../ports/memory-store.js'
import { copyHouse } from '../moving/copy-house.js'
import { openOldPostgresHouse } from '../moving/postgres-house.js'
import { openNewSqliteHouse, removeSqliteHouse } from '../moving/sqlite-house.js'
import { isPartial, partialName } from '../sqlite/copy-database.js'
import { eraseInBackup } from '../sqlite/erase-in-backup.js'
import type { Database } from './database.js'
import type { Client } from './driver.js'
import { sqlOn } from './sql.js'
import { ownTables } from './sweeping.js'

/** Each needs something to be erased during the copying; a bound, so that a bug cannot spin. */
const mostTries = 10
/** How long another program may go on reading a copy. */
const patienceMs = 20_000

const add = 'INSERT INTO backups (tenant_id, path) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING'
const remove = 'DELETE FROM backups WHERE tenant_id = $1 AND path = ANY($2::text[])'
const places = `SELECT DISTINCT place FROM unfinished_erasing WHERE tenant_id = $1 AND place <> '${ownTables}' ORDER BY place`
const idsAt = 'SELECT id FROM unfinished_erasing WHERE tenant_id = $1 AND place = $2'
const tickOff = 'DELETE FROM unfinished_erasing WHERE tenant_id = $1 AND place = $2 AND id = ANY($3::text[])'
/** For the transaction that erases: a backup that is made later holds none of it. */
export const noteUnfinished = `INSERT INTO unfinished_erasing (tenant_id, place, id)
  SELECT $1, path, id FROM backups, unnest($2::text[]) AS id WHERE tenant_id = $1 ON CONFLICT DO NOTHING`

/** Whether anything that is erased here may still be in one of them. */
export const isInBackups = async (client: Pick<Client, 'query'>, tenant: number): Promise<boolean> =>
  (await sqlOn(client, tenant).find(places)) !== undefined

/** Copies of one tenant's memories, each a file that the embedded engine opens. */
export class PostgresBackups {
  readonly #database: Database
  readonly #aside: Database

  /** `aside` is the same database, on connections that nobody else waits for. */
  constructor(database: Database, aside: Database) {
    this.#database = database
    this.#aside = aside
  }

  /** The target has its name only once it is whole and on the disk. */
  async make(target: string): Promise<void> {
    const path = resolve(target)
    const partial = partialName(path)
    const isNew = !existsSync(path)
    try {
      for (let tries = 1; !(await this.#copyOnce(path, partial)); tries++) {
        if (tries === mostTries) throw new Error(`memories were erased again and again while ${path} was written`)
      }
    } catch (error) {
      // A disk that is full does not get freer by half a copy.
      removeSqliteHouse(partial)
      await this.#database.write((transaction) => transaction.change(remove, isNew ? [path, partial] : [partial]))
      throw error
    }
  }

  /** False when something was erased meanwhile: the copy may hold it. */
  async #copyOnce(path: string, partial: string): Promise<boolean> {
    removeSqliteHouse(partial)
    // Known before they exist: who dies meanwhile leaves nothing that nobody would ever erase, and the copy knows itself.
    await this.#database.write((transaction) => transaction.change(add, [path, partial]))
    const from = await openOldPostgresHouse(this.#aside)
    try {
      const { erasures } = await from.counters()
      let isPlaced = false
      const place = async () => {
        // All is read: nobody need wait for it any longer.
        await from.close()
        // Nothing is erased while this is written: what was before it shows in the count, what comes after finds the copy.
        isPlaced = await this.#database.write(async (transaction) => {
          if (transaction.totals.erasures !== erasures) return false
          renameSync(partial, path)
          await transaction.change(remove, [partial])
          return true
        })
      }
      const to = openNewSqliteHouse(path, partial, place)
      try {
        await copyHouse(from, to)
      } catch (error) {
        // Whoever erased has deleted what was half written.
        if (existsSync(partial)) throw error
        return false
      } finally {
        await to.close()
      }
      return isPlaced
    } finally {
      await from.close()
    }
  }

  /** What was erased from the tables goes from the copies. Throws about those in which it cannot be done now. */
  async finishErasing(): Promise<readonly TreatedBackup[]> {
    return this.#finish(await this.#unfinished())
  }

  /** Those that are on this machine: the others are another's, which has not come to it yet. */
  async resumeErasing(): Promise<void> {
    await this.#finish((await this.#unfinished()).filter((place) => existsSync(place)))
  }

  async #unfinished(): Promise<string[]> {
    const found = await this.#database.read((sql) => sql.all<{ place: string }>(places))
    return found.map(({ place }) => place)
  }

  async #finish(unfinished: readonly string[]): Promise<readonly TreatedBackup[]> {
    const treated: TreatedBackup[] = []
    const problems: string[] = []
    for (const place of unfinished) {
      try {
        const action = await this.#eraseIn(place)
        if (action !== undefined && !isPartial(place)) treated.push({ path: place, action })
      } catch (error) {
        problems.push(`${place} (${error instanceof Error ? error.message : error})`)
      }
    }
    if (problems.length > 0) throw unfinishedError(problems)
    return treated
  }

  async #eraseIn(path: string): Promise<TreatedBackup['action'] | undefined> {
    const found = await this.#database.read((sql) => sql.all<{ id: string }>(idsAt, path))
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return undefined
    const action = eraseInBackup(path, '', ids, patienceMs)
    await this.#database.write(async (transaction) => {
      await transaction.change(tickOff, path, ids)
      if (action !== undefined && action !== 'rewritten') await transaction.change(remove, [path])
    })
    return action
  }
}

const unfinishedError = (problems: readonly string[]): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The memories are erased and no longer found, but traces of them remain in ${problems.join(', ')}. These go with the next forgetting, or when the memory is next opened`,
  )
