import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { Background } from './background.js'
import { PostgresBackups } from './backups.js'
import { readBookmarks } from './bookmarks.js'
import { exchangeCalls } from './call-ledger.js'
import { CandidateFinder } from './candidate-finder.js'
import { changes, newestSeq } from './change-reader.js'
import { readStatistics, readTally } from './condition-reader.js'
import { Connections } from './connections.js'
import { Database } from './database.js'
import { neighbours } from './edge-reader.js'
import { Erasing } from './erasing.js'
import { exportAll } from './exporter.js'
import { readAssociations, relationTypes, scanEdges, spread } from './graph-reader.js'
import { GroupCommit } from './group-commit.js'
import { HeldInProcess } from './held-in-process.js'
import { readLanguages } from './languages.js'
import { takeLease } from './leases.js'
import { findByFacet, findSessions, queryMemories } from './memory-query.js'
import { getMemories } from './memory-reader.js'
import { findNearest, readVectors } from './nearest-finder.js'
import { PassingTotals } from './passing-totals.js'
import { ServerStatistics } from './server-statistics.js'
import type { Sql } from './sql.js'
import { readStructures } from './structure-reader.js'
import { findTold } from './told-finder.js'
import { Unembedded } from './unembedded.js'
import { recordUses } from './use-recorder.js'
import { VectorIndex } from './vector-index.js'
import { watch } from './watch.js'
import { readWorkflows } from './workflow-reader.js'

interface PostgresStoreOptions {
  readonly url: string
  readonly tenant: string
  /** Whether a tenant that nobody has written to yet must have a key, or just begins. */
  readonly needsKey?: boolean
  /** Of a process that serves several tenants; who gives them closes them. */
  readonly connections?: Connections
  readonly log?: Pick<Log, 'warn'>
}

/** Nothing connects before the first call. */
export function openPostgresStore({ url, tenant, needsKey, connections, log }: PostgresStoreOptions): MemoryStore {
  const own = connections ?? new Connections({ url, log })
  const database: Database = new Database(own, tenant, { needsKey, onFound: (number) => erasing.resume(number) })
  const aside = new Database(own.aside(), tenant, { needsKey })
  const commits = new GroupCommit(database)
  const backups = new PostgresBackups(database, aside)
  const erasing = new Erasing(commits, { connections: own, backups, log })
  const totals = new PassingTotals()
  const background = new Background(own, log)
  const index = new VectorIndex(background)
  const candidates = new CandidateFinder(database, totals, index, new ServerStatistics(background))
  const unembedded = new Unembedded(database)
  const held = new HeldInProcess(database, totals)
  return {
    workflows: readWorkflows(database),
    calls: { exchange: (told) => exchangeCalls(database, told) },
    commit: (batch) => commits.commit(batch),
    erase: (erasure) => erasing.erase(erasure),
    get(ids, asOf) {
      const get = (sql: Sql) => getMemories(sql, ids, asOf)
      return asOf === undefined ? database.read(get) : database.snapshot(get)
    },
    query: (filter, page, except = []) => database.snapshot((sql) => queryMemories(sql, filter, page, except, totals)),
    sessions: (filter) => database.snapshot((sql) => findSessions(sql, filter)),
    rank: (request) => candidates.rank(request),
    findCandidates: (request) => candidates.find(request),
    findScenes: (request, scenes) => candidates.findScenes(request, scenes),
    languages: () => database.read(readLanguages),
    neighbours: (ids, types, asOf) => database.read((sql) => neighbours(sql, ids, types, asOf)),
    associations: (context, others) => database.snapshot((sql) => readAssociations(sql, context, others)),
    spread: (request) => database.snapshot((sql) => spread(sql, request)),
    nearest: (request) => database.snapshot((sql) => findNearest(sql, request, totals, index)),
    vectors: (ids, model) => database.snapshot((sql) => readVectors(sql, ids, model)),
    findByFacet: (facet, values, filter) => database.snapshot((sql) => findByFacet(sql, facet, values, filter)),
    relationTypes: () => database.read(relationTypes),
    structures: (from, limit) => database.snapshot((sql) => readStructures(sql, from, limit)),
    exportAll: (scope) => exportAll(aside, scope),
    findTold: (told) => database.snapshot((sql) => findTold(sql, told)),
    bookmarks: (names) => database.read((sql) => readBookmarks(sql, names)),
    reinforce: (uses, coactivations) => commits.write((transaction) => recordUses(transaction, uses, coactivations)),
    unembedded: (model, limit, signal) => unembedded.find(model, limit, signal),
    changes: (since, limit) => database.read((sql) => changes(sql, since, limit)),
    newestSeq: () => database.read((sql) => newestSeq(sql)),
    scanEdges: (after, limit) => database.read((sql) => scanEdges(sql, after, limit)),
    watch: (signal) => watch(database, signal),
    lease: (name, ttlMs) => takeLease(database, name, ttlMs),
    backup: (path) => backups.make(path),
    stats: () => database.snapshot(readStatistics),
    tally: (scope) => database.snapshot((sql) => readTally(sql, scope)),
    condition: (model) => held.condition(model),
    load: () => held.load(),
    reload: () => held.reload(),
    async close() {
      await commits.close()
      await erasing.close()
      await background.close()
      await aside.close()
      await database.close()
      if (connections === undefined) await own.close()
    },
  }
}
