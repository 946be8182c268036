import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { BackgroundQueue } from './connection/background-queue.js'
import { Connections } from './connection/connections.js'
import { Database } from './connection/database.js'
import type { Sql } from './connection/sql.js'
import { exchangeCalls } from './coordinate/call-ledger.js'
import { takeLease } from './coordinate/leases.js'
import type { BackupFiles } from './erase/backup-files.js'
import { PostgresBackups } from './erase/backups.js'
import { ErasurePipeline } from './erase/erasure-pipeline.js'
import { changes, newestSeq } from './read/change-reader.js'
import { readLanguages, readStatistics, readTally } from './read/condition-reader.js'
import { findDuplicates } from './read/duplicate-finder.js'
import { neighbours } from './read/edge-reader.js'
import { exportAll } from './read/exporter.js'
import { readAssociations, relationTypes, scanEdges, spread } from './read/graph-reader.js'
import { findByFacet, findSessions, queryMemories } from './read/memory-query.js'
import { getMemories } from './read/memory-reader.js'
import { readStructures } from './read/structure-reader.js'
import { Unembedded } from './read/unembedded.js'
import { findUnembeddedAnswers } from './read/unembedded-answers.js'
import { watch } from './read/watch.js'
import { findWrittenBy } from './read/written-by.js'
import { ServerStatistics } from './schema/server-statistics.js'
import { CandidateFinder } from './search/candidate-finder.js'
import { FilteredCountCache } from './search/filtered-count-cache.js'
import { findSpellings } from './search/find-spellings.js'
import { findNearest, readVectors } from './search/nearest-finder.js'
import { ProcessCache } from './search/process-cache.js'
import { VectorIndex } from './search/vector-index.js'
import { readWorkflows } from './workflow/workflow-reader.js'
import { readCheckpoints } from './write/checkpoints.js'
import { GroupCommit } from './write/group-commit.js'
import { recordUses } from './write/use-recorder.js'

interface PostgresStoreOptions {
  readonly url: string
  readonly tenant: string
  readonly backupFiles: BackupFiles
  /** Whether a new tenant is created only if it has an API key. */
  readonly needsKey?: boolean
  /** Shared connections of a process that serves several tenants; the caller closes them. */
  readonly connections?: Connections
  readonly log?: Pick<Log, 'warn'>
}

/** Nothing connects before the first call. */
export function openPostgresStore(options: PostgresStoreOptions): MemoryStore {
  const { url, tenant, backupFiles, needsKey, connections, log } = options
  const own = connections ?? new Connections({ url, log })
  const database: Database = new Database(own, tenant, { needsKey, onFound: (number) => erasures.resume(number) })
  const separate = new Database(own.separatePool(), tenant, { needsKey })
  const commits = new GroupCommit(database)
  const backups = new PostgresBackups({ database, separate, files: backupFiles })
  const erasures = new ErasurePipeline(commits, { connections: own, backups, log })
  const totals = new FilteredCountCache()
  const background = new BackgroundQueue(own, log)
  const index = new VectorIndex(background)
  const candidates = new CandidateFinder(
    database,
    totals,
    { texts: index, answers: new VectorIndex(background, 'answer_vectors') },
    new ServerStatistics(background),
  )
  const unembedded = new Unembedded(database)
  const cache = new ProcessCache(database, totals)
  return {
    workflows: readWorkflows(database),
    calls: { exchange: (local) => exchangeCalls(database, local) },
    commit: (batch) => commits.commit(batch),
    erase: (erasure) => erasures.erase(erasure),
    get(ids, asOf) {
      const get = (sql: Sql) => getMemories(sql, ids, asOf)
      return asOf === undefined ? database.read(get) : database.snapshot(get)
    },
    query: (filter, page, except = []) => database.snapshot((sql) => queryMemories(sql, filter, page, except, totals)),
    sessions: (filter) => database.snapshot((sql) => findSessions(sql, filter)),
    rank: (request) => candidates.rank(request),
    replaced: (request) => candidates.replaced(request),
    spellings: (words) => database.snapshot((sql) => findSpellings(sql, words)),
    languages: () => database.read(readLanguages),
    neighbours: (ids, types, asOf) => database.read((sql) => neighbours(sql, ids, types, asOf)),
    associations: (context, others) => database.snapshot((sql) => readAssociations(sql, context, others)),
    spread: (request) => database.snapshot((sql) => spread(sql, request)),
    nearest: (request) => database.snapshot((sql) => findNearest(sql, request, totals, index)),
    vectors: (ids, model) => database.snapshot((sql) => readVectors(sql, ids, model)),
    findByFacet: (facet, values, filter) => database.snapshot((sql) => findByFacet(sql, facet, values, filter)),
    relationTypes: () => database.read(relationTypes),
    structures: (from, limit) => database.snapshot((sql) => readStructures(sql, from, limit)),
    exportAll: (scope) => exportAll(separate, scope),
    findDuplicates: (probes) => database.snapshot((sql) => findDuplicates(sql, probes)),
    writtenBy: (key) => database.read((sql) => findWrittenBy(sql, key)),
    checkpoints: (names) => database.read((sql) => readCheckpoints(sql, names)),
    reinforce: (uses, coactivations) => commits.write((transaction) => recordUses(transaction, uses, coactivations)),
    unembedded: (model, limit, signal) => unembedded.find(model, limit, signal),
    unembeddedAnswers: (model, limit) => database.snapshot((sql) => findUnembeddedAnswers(sql, model, limit)),
    changes: (since, limit) => database.read((sql) => changes(sql, since, limit)),
    newestSeq: () => database.read((sql) => newestSeq(sql)),
    scanEdges: (after, limit) => database.read((sql) => scanEdges(sql, after, limit)),
    watch: (signal) => watch(database, signal),
    lease: (name, ttlMs) => takeLease(database, name, ttlMs),
    backup: (path) => backups.make(path),
    noteBackups: (change) => backups.note(change),
    stats: () => database.snapshot(readStatistics),
    tally: (scope) => database.snapshot((sql) => readTally(sql, scope)),
    condition: (model) => cache.condition(model),
    load: () => cache.load(),
    reload: () => cache.reload(),
    async close() {
      await commits.close()
      await erasures.close()
      await background.close()
      await separate.close()
      await database.close()
      if (connections === undefined) await own.close()
    },
  }
}
