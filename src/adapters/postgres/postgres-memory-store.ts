import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { readBookmarks } from './bookmarks.js'
import { exchangeCalls } from './call-ledger.js'
import { changes, newestSeq } from './change-reader.js'
import { Connections } from './connections.js'
import { Database } from './database.js'
import { neighbours } from './edge-reader.js'
import { GroupCommit } from './group-commit.js'
import { takeLease } from './leases.js'
import { getMemories } from './memory-reader.js'
import type { Sql } from './sql.js'
import { recordUses } from './use-recorder.js'
import { watch } from './watch.js'
import { readWorkflows } from './workflow-reader.js'

interface PostgresStoreOptions {
  readonly url: string
  readonly tenant: string
  /** Of a process that serves several tenants; who gives them closes them. */
  readonly connections?: Connections
  readonly log?: Pick<Log, 'warn'>
}

/** Nothing connects before the first call. */
export function openPostgresStore({ url, tenant, connections, log }: PostgresStoreOptions): MemoryStore {
  const own = connections ?? new Connections({ url, log })
  const database = new Database(own, tenant)
  const commits = new GroupCommit(database)
  return {
    workflows: readWorkflows(database),
    calls: { exchange: (told) => exchangeCalls(database, told) },
    commit: (batch) => commits.commit(batch),
    erase: () => notBuilt('erase'),
    get(ids, asOf) {
      const get = (sql: Sql) => getMemories(sql, ids, asOf)
      return asOf === undefined ? database.read(get) : database.snapshot(get)
    },
    query: () => notBuilt('query'),
    sessions: () => notBuilt('sessions'),
    rank: () => notBuilt('rank'),
    findCandidates: () => notBuilt('findCandidates'),
    findScenes: () => notBuilt('findScenes'),
    languages: () => notBuilt('languages'),
    neighbours: (ids, types, asOf) => database.read((sql) => neighbours(sql, ids, types, asOf)),
    associations: () => notBuilt('associations'),
    spread: () => notBuilt('spread'),
    nearest: () => notBuilt('nearest'),
    vectors: () => notBuilt('vectors'),
    findByFacet: () => notBuilt('findByFacet'),
    relationTypes: () => notBuilt('relationTypes'),
    structures: () => notBuilt('structures'),
    exportAll: () => notBuiltPages('exportAll'),
    findTold: () => notBuilt('findTold'),
    bookmarks: (names) => database.read((sql) => readBookmarks(sql, names)),
    reinforce: (uses, coactivations) => database.write((transaction) => recordUses(transaction, uses, coactivations)),
    unembedded: () => notBuilt('unembedded'),
    changes: (since, limit) => database.read((sql) => changes(sql, since, limit)),
    newestSeq: () => database.read((sql) => newestSeq(sql)),
    scanEdges: () => notBuilt('scanEdges'),
    watch: (signal) => watch(database, signal),
    lease: (name, ttlMs) => takeLease(database, name, ttlMs),
    backup: () => notBuilt('backup'),
    stats: () => notBuilt('stats'),
    tally: () => notBuilt('tally'),
    condition: () => notBuilt('condition'),
    load: () => notBuilt('load'),
    reload: () => notBuilt('reload'),
    async close() {
      await commits.close()
      await database.close()
      if (connections === undefined) await own.close()
    },
  }
}

const notBuilt = async (name: string): Promise<never> => {
  throw new Error(`${name} is not built yet`)
}

// biome-ignore lint/correctness/useYield: there is nothing to yield yet
async function* notBuiltPages(name: string): AsyncGenerator<never> {
  await notBuilt(name)
}
