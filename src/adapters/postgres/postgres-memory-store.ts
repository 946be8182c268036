import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { changes, newestSeq } from './change-reader.js'
import { Connections } from './connections.js'
import { Database } from './database.js'
import { GroupCommit } from './group-commit.js'
import { getMemories } from './memory-reader.js'
import type { Sql } from './sql.js'

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
    workflows: {
      conversation: () => notBuilt('conversation'),
      answered: () => notBuilt('answered'),
      turns: () => notBuilt('turns'),
      snapshot: () => notBuilt('snapshot'),
      eventsAfter: () => notBuilt('eventsAfter'),
      newestEvent: () => notBuilt('newestEvent'),
      lapsed: () => notBuilt('lapsed'),
      unanswered: () => notBuilt('unanswered'),
      dropEvents: () => notBuilt('dropEvents'),
    },
    calls: { exchange: () => notBuilt('exchange') },
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
    neighbours: () => notBuilt('neighbours'),
    associations: () => notBuilt('associations'),
    spread: () => notBuilt('spread'),
    nearest: () => notBuilt('nearest'),
    vectors: () => notBuilt('vectors'),
    findByFacet: () => notBuilt('findByFacet'),
    relationTypes: () => notBuilt('relationTypes'),
    structures: () => notBuilt('structures'),
    exportAll: () => notBuiltPages('exportAll'),
    findTold: () => notBuilt('findTold'),
    bookmarks: () => notBuilt('bookmarks'),
    reinforce: () => notBuilt('reinforce'),
    unembedded: () => notBuilt('unembedded'),
    changes: (since, limit) => database.read((sql) => changes(sql, since, limit)),
    newestSeq: () => database.read((sql) => newestSeq(sql)),
    scanEdges: () => notBuilt('scanEdges'),
    watch: () => notBuiltPages('watch'),
    lease: () => notBuilt('lease'),
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
