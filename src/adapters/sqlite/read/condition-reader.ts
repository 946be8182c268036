import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Kind } from '../../../memory/memory.js'
import type { Scope } from '../../../ports/store/filter.js'
import type { StoreCondition, StoreLoad, StoreTally } from '../../../ports/store/maintain.js'
import { activeState, kindCode } from '../../relational/codes.js'
import { fileIdentity } from '../../system/file-identity.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import { scopeCondition } from './scope-condition.js'

/** Counts memories, derived data and cached data. */
export class ConditionReader {
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #path: string
  /** Device and inode of the file that was opened. */
  readonly #identity: string | undefined

  constructor(sql: Statements, cache: MemoryCache, path: string) {
    this.#sql = sql
    this.#cache = cache
    this.#path = path
    this.#identity = fileIdentity(path)
  }

  tally(scope: Scope): StoreTally {
    return this.#sql.inSnapshot(() => {
      const isInScope = scopeCondition(scope, this.#sql)('memories')
      const tally = <Name>(column: string) =>
        this.#sql.all<{ name: Name; n: number }>(
          `SELECT ${column} AS name, count(*) AS n FROM memories WHERE ${isInScope} GROUP BY 1 ORDER BY n DESC, name`,
        )
      const kinds = tally<number>('kind')
      return {
        total: kinds.reduce((sum, { n }) => sum + n, 0),
        // A code that this version wrote or migrated.
        kinds: Object.fromEntries(kinds.map(({ name, n }) => [kindCode.fromCode(name)!, n])),
        sources: Object.fromEntries(tally<string>('source').map(({ name, n }) => [name, n])),
      }
    })
  }

  condition(model: string): StoreCondition {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      this.#cache.vectorsOf(model)
      const count = (sql: string, ...values: readonly string[]) =>
        this.#sql.find<{ n: number | null }>(`SELECT ${sql}`, ...values)?.n ?? 0
      return {
        seq: count('max(seq) AS n FROM changes'),
        cachedSeq: this.#cache.seq,
        memories: count('count(*) AS n FROM memories'),
        inWords: count('count(*) AS n FROM postings_docsize JOIN memories ON memories.row = postings_docsize.id'),
        inVectors: count(
          `count(*) AS n FROM vectors JOIN memories USING (row)
           WHERE model = (SELECT id FROM models WHERE identity = ?)`,
          model,
        ),
        inStructures: count(
          `count(*) AS n FROM structures JOIN memories USING (row) WHERE state = ${activeState} AND valid_to IS NULL`,
        ),
        cachedMemories: this.#cache.memories,
        cachedVectors: this.#cache.vectors,
        restoredMemories: this.#cache.restored,
        isInPlace: fileIdentity(this.#path) === this.#identity,
        files: this.#files(),
      }
    })
  }

  /** Counts from the cache; only the sizes are read from the disk. */
  load(): Omit<StoreLoad, 'waiting'> {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      return {
        kinds: this.#cachedKinds(),
        bytes: Object.values(this.#files()).reduce((sum, bytes) => sum + bytes, 0),
        cachedMemories: this.#cache.memories,
        cachedVectors: this.#cache.vectors,
      }
    })
  }

  #cachedKinds(): StoreLoad['kinds'] {
    const { ids, kind } = this.#cache.columns
    const counts = new Map<Kind, number>()
    for (let row = 1; row < this.#cache.columns.end; row++) {
      if (!ids[row]) continue
      // A code that this version wrote or migrated.
      const name = kindCode.fromCode(kind[row])!
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return Object.fromEntries(counts)
  }

  #files(): Record<string, number> {
    const sizes = [this.#path, `${this.#path}-wal`, `${this.#path}-shm`].map((path) => {
      const size = statSync(path, { throwIfNoEntry: false })?.size
      return size === undefined ? [] : [[basename(path), size] as const]
    })
    return Object.fromEntries(sizes.flat())
  }
}
