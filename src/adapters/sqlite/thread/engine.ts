import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rankMemories } from '../../../memory/recall/ranking/rank-memories.js'
import { findReplaced } from '../../../memory/recall/ranking/replaced.js'
import type { LocalCounts } from '../../../ports/call-ledger.js'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import type { RankRequest, ReplacedRequest } from '../../../ports/store/search.js'
import type { Coactivation, Use } from '../../../ports/store/write.js'
import { MemoryCache } from '../cache/memory-cache.js'
import { SegmentPacker } from '../cache/segment-packer.js'
import {
  assertInPlace,
  type Connection,
  closeConnection,
  closeOnError,
  inSnapshot,
  inTransaction,
  openConnection,
} from '../connection/connection.js'
import { passesIntegrityCheck } from '../connection/integrity-check.js'
import { makeFolder } from '../connection/make-folder.js'
import { assertSameFile, type FirstOpened, nothingOpened } from '../connection/same-file.js'
import { isSetAside } from '../connection/set-aside.js'
import { Statements } from '../connection/statements.js'
import { outOfTime } from '../connection/store-errors.js'
import { SqliteCallLedger } from '../coordinate/call-ledger.js'
import { Leases } from '../coordinate/leases.js'
import { Backups } from '../erase/backups.js'
import { copyDatabase } from '../erase/copy-database.js'
import { Eraser } from '../erase/eraser.js'
import { finishErasure } from '../erase/finish-erasure.js'
import { ConditionReader } from '../read/condition-reader.js'
import { DuplicateFinder } from '../read/duplicate-finder.js'
import { Exporter } from '../read/exporter.js'
import { GraphReader } from '../read/graph-reader.js'
import { SqliteReader } from '../read/sqlite-reader.js'
import { StructureReader } from '../read/structure-reader.js'
import { assertKnown, migrate, schemaVersion } from '../schema/migrate.js'
import { migrations, newestSchema } from '../schema/schema.js'
import { CandidateFinder } from '../search/candidate-finder.js'
import { FilterCache } from '../search/filter-cache.js'
import { findSpellings } from '../search/find-spellings.js'
import { KnownTerms } from '../search/known-terms.js'
import { NearestFinder } from '../search/nearest-finder.js'
import { checkSteps, type StoreCheck } from '../sums/check-steps.js'
import { repairSpoilt } from '../sums/repair-spoilt.js'
import { WorkflowReader } from '../workflow/workflow-reader.js'
import { dropEvents } from '../workflow/workflow-writer.js'
import { BatchWriter, type CommitResult } from '../write/batch-writer.js'
import { UseRecorder } from '../write/use-recorder.js'
import type { SentBatch, SentErasure } from './sent-batch.js'
import { type SentRanking, toSentRanking } from './sent-ranking.js'

/** How long an erasure waits for other programs that still read the old data: longer than any copy or recall takes. */
const erasureTimeoutMs = 20_000

const notUpgraded = 'The database was written by an older World Weaver. Any command upgrades it, such as ww stats'

/** Readers with a deadline hardly wait for locks. */
const briefLockTimeoutMs = 50

/** One connection and its operations. Runs in a worker thread, or in a short command. Nothing awaits inside a transaction. */
export type Engine = WritingEngine | ReadingEngine
export type WritingEngine = ReturnType<typeof openWritingEngine>
export type ReadingEngine = ReturnType<typeof openReadingEngine>

export function openWritingEngine(path: string, opened = nothingOpened()) {
  const connection = openUpgraded(path, opened)
  noteSetAside(connection, path)
  resumeErasure(connection, path)
  const sql = new Statements(connection)
  const uses = new UseRecorder(sql)
  const leases = new Leases(sql)
  const packer = new SegmentPacker(sql)
  const ledger = new SqliteCallLedger(`${path}.calls`)
  const writer = new BatchWriter(sql, new Eraser(sql, packer))
  // A batch looks at the schema within its transaction.
  const assertUsable = (call: string) => (call === 'commit' ? assertInPlace(connection) : assertStore(connection, sql))
  return {
    assertUsable,
    isSound: () => passesIntegrityCheck(connection),
    commit(batches: readonly SentBatch[]): CommitResult[] {
      packer.noteEmbedded(batches.reduce((sum, { embed = [] }) => sum + embed.length, 0))
      return writer.commit(batches)
    },
    erase: (erasure: SentErasure) => writer.erase(erasure),
    packOne: () => packer.packOne(),
    repair: (found: StoreCheck) => repairSpoilt(connection, found),
    dropEvents: (endedBefore: number) => inTransaction(connection, () => dropEvents(endedBefore, sql)),
    reinforce: (used: readonly Use[], coactivations: readonly Coactivation[]) => uses.record(used, coactivations),
    takeLease: (name: string, holder: string, ttlMs: number) => leases.take(name, holder, ttlMs),
    renewLease: (name: string, holder: string, ttlMs: number) => leases.renew(name, holder, ttlMs),
    releaseLease: (name: string, holder: string) => leases.release(name, holder),
    exchangeCalls: (counts: LocalCounts) => ledger.exchange(counts),
    close() {
      ledger.close()
      closeConnection(connection)
    },
  }
}

/** With `endsAt`, no statement starts after it, and the file is not upgraded, since that may take longer. */
export function openReadingEngine(path: string, endsAt?: number, opened = nothingOpened()) {
  const connection = endsAt === undefined ? openUpgraded(path, opened) : openWithoutUpgrade(path, endsAt, opened)
  // A quarter of the writer's page cache: recall reads mostly from `MemoryCache`.
  connection.exec('PRAGMA cache_size = -2048')
  const sql = new Statements(connection, endsAt)
  const cache = new MemoryCache(sql)
  const filters = new FilterCache(cache, sql)
  const reader = new SqliteReader(sql, cache)
  const finder = new CandidateFinder(sql, cache, filters)
  const terms = new KnownTerms(sql)
  const graph = new GraphReader(sql, cache, filters)
  const nearest = new NearestFinder(sql, cache, filters)
  const structures = new StructureReader(sql)
  const workflows = new WorkflowReader(sql)
  const duplicates = new DuplicateFinder(sql)
  const condition = new ConditionReader(sql, cache, path)
  const exporter = new Exporter(sql)
  const assertUsable = (_call: string) => assertStore(connection, sql)
  let checking: Generator<void, StoreCheck> | undefined
  return {
    assertUsable,
    // Checking the whole file takes longer than a reader with a deadline has.
    isSound: endsAt === undefined ? () => passesIntegrityCheck(connection) : undefined,
    get: reader.get.bind(reader),
    query: reader.query.bind(reader),
    sessions: reader.sessions.bind(reader),
    languages: reader.languages.bind(reader),
    neighbours: reader.neighbours.bind(reader),
    associations: graph.associations.bind(graph),
    scanEdges: graph.scan.bind(graph),
    spread: graph.spread.bind(graph),
    nearest: nearest.nearest.bind(nearest),
    vectors: nearest.vectors.bind(nearest),
    findByFacet: reader.findByFacet.bind(reader),
    relationTypes: reader.relationTypes.bind(reader),
    structures: structures.read.bind(structures),
    conversation: workflows.conversation.bind(workflows),
    answered: workflows.answered.bind(workflows),
    turns: workflows.turns.bind(workflows),
    snapshot: workflows.snapshot.bind(workflows),
    eventsAfter: workflows.eventsAfter.bind(workflows),
    newestEvent: workflows.newestEvent.bind(workflows),
    lapsed: workflows.lapsed.bind(workflows),
    unanswered: workflows.unanswered.bind(workflows),
    findDuplicates: duplicates.find.bind(duplicates),
    knownSessions: duplicates.knownSessions.bind(duplicates),
    beginExport: exporter.begin.bind(exporter),
    nextExported: exporter.next.bind(exporter),
    writtenBy: reader.writtenBy.bind(reader),
    checkpoints: reader.checkpoints.bind(reader),
    unembedded: reader.unembedded.bind(reader),
    unembeddedAnswers: reader.unembeddedAnswers.bind(reader),
    changes: reader.changes.bind(reader),
    newestSeq: reader.newestSeq.bind(reader),
    stats: reader.stats.bind(reader),
    tally: condition.tally.bind(condition),
    condition: condition.condition.bind(condition),
    load: condition.load.bind(condition),
    reload(): number {
      const cached = cache.memories
      cache.clear()
      filters.clear()
      terms.clear()
      inSnapshot(connection, () => cache.refresh())
      return cached
    },
    async rank(request: RankRequest): Promise<SentRanking> {
      const texts = (ids: readonly string[]) => reader.get(ids).map((memory) => memory?.text)
      return toSentRanking(await rankMemories(request.by, finder.retrievers(request, texts)))
    },
    spellings: (words: readonly string[]) => findSpellings(words, sql, cache, terms),
    replaced: (request: ReplacedRequest) => findReplaced(request.by, finder.alike(request)),
    /** The next step of a check of the whole store; undefined until it is done. */
    checkNext(): StoreCheck | undefined {
      checking ??= checkSteps(connection)
      const { done, value } = checking.next()
      if (!done) return undefined
      checking = undefined
      return value
    },
    backup: (target: string) => copyDatabase(connection, path, target),
    noteBackups: (change: Parameters<Backups['change']>[0]) => new Backups(connection, path).change(change),
    finishErasing: (begunAt?: number) => finishErasure(connection, path, erasureTimeoutMs, begunAt),
    close() {
      checking?.return({ parts: [], unsound: [], derived: [] })
      exporter.end()
      closeConnection(connection)
    },
  }
}

/** Before each call: what is at the store's path is the file that was opened, and of a schema that is known. */
function assertStore(connection: Connection, sql: Statements): void {
  assertInPlace(connection)
  assertKnown(sql)
}

/** Logs that were set aside hold memories: erasing deletes them, as it does with backups that it cannot rewrite. */
function noteSetAside(connection: Connection, path: string): void {
  const folder = dirname(path)
  const add = readdirSync(folder).filter((name) => isSetAside(name, path))
  if (add.length > 0) new Backups(connection, path).change({ add: add.map((name) => join(folder, name)) })
}

/** Continues an erasure whose process was killed or gave up waiting. */
function resumeErasure(connection: Connection, path: string): void {
  try {
    finishErasure(connection, path, 0)
  } catch {
    // Still not possible: it stays pending, and the next erasure reports it.
  }
}

function openUpgraded(path: string, opened: FirstOpened): Connection {
  // Before anything is opened: closing it again would write a log into it.
  assertSameFile(opened, path)
  makeFolder(dirname(path))
  const connection = openConnection(path)
  return closeOnError(connection, () => {
    assertSameFile(opened, path)
    migrate(connection, path, migrations)
  })
}

function openWithoutUpgrade(path: string, endsAt: number, opened: FirstOpened): Connection {
  const timeLeft = Math.floor(endsAt - Date.now())
  if (timeLeft <= 0) throw outOfTime()
  assertSameFile(opened, path)
  const connection = openConnection(path, Math.min(timeLeft, briefLockTimeoutMs))
  return closeOnError(connection, () => {
    assertSameFile(opened, path)
    if (schemaVersion(connection) < newestSchema) throw new StoreUnavailable(notUpgraded)
  })
}
