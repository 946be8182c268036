import { dirname } from 'node:path'
import { rankMemories } from '../../memory/recall/rank-memories.js'
import type { ToldCalls } from '../../ports/call-ledger.js'
import {
  type CandidateRequest,
  type Coactivation,
  type RankRequest,
  StoreTrouble,
  type Use,
} from '../../ports/memory-store.js'
import { BatchWriter, type CommitResult } from './batch-writer.js'
import { SqliteCallLedger } from './call-ledger.js'
import { CandidateFinder } from './candidate-finder.js'
import { ConditionReader } from './condition-reader.js'
import { type Connection, inSnapshot, inTransaction, openConnection, orClosed } from './connection.js'
import { copyDatabase } from './copy-database.js'
import { Eraser } from './eraser.js'
import { Exporter } from './exporter.js'
import { finishErasing } from './finish-erasing.js'
import { GraphReader } from './graph-reader.js'
import { Leases } from './leases.js'
import { makeFolder } from './make-folder.js'
import { MemoryCache } from './memory-cache.js'
import { assertKnown, migrate, schemaVersion } from './migrate.js'
import { NearestFinder } from './nearest-finder.js'
import { SqliteReader } from './reader.js'
import { RecentFilters } from './recent-filters.js'
import { migrations, newestSchema } from './schema.js'
import { SegmentPacker } from './segment-packer.js'
import { isSound } from './sound.js'
import { Statements } from './statements.js'
import { StructureReader } from './structure-reader.js'
import type { SentBatch, SentErasure } from './thread-batch.js'
import { type SentCandidate, type SentCandidateSet, sendCandidate } from './thread-candidates.js'
import { type SentRanking, sendRanking } from './thread-ranking.js'
import { ToldFinder } from './told-finder.js'
import { outOfTime } from './trouble.js'
import { UseRecorder } from './use-recorder.js'
import { WorkflowReader } from './workflow-reader.js'
import { dropEvents } from './workflow-writer.js'

/** How long other programs may go on reading what was erased: longer than any copy or recall of ours takes. */
const erasingPatienceMs = 20_000

const notUpgraded = 'The memory is of an older World Weaver. Any command upgrades it, such as ww stats'

/** Who has so little time does not wait for others. */
const briefPatienceMs = 50

/** One connection and what is done on it. Nothing waits in the middle of a transaction; lives in a worker, or in a command that does one thing. */
export type Engine = WritingEngine | ReadingEngine
export type WritingEngine = ReturnType<typeof openWritingEngine>
export type ReadingEngine = ReturnType<typeof openReadingEngine>

export function openWritingEngine(path: string) {
  const connection = openUpgraded(path)
  resumeErasing(connection, path)
  const sql = new Statements(connection)
  const uses = new UseRecorder(connection, sql)
  const leases = new Leases(connection, sql)
  const packer = new SegmentPacker(connection, sql)
  const ledger = new SqliteCallLedger(`${path}.calls`)
  const writer = new BatchWriter(connection, sql, new Eraser(sql, packer))
  return {
    assertKnown: () => assertKnown(sql),
    isSound: () => isSound(connection),
    commit(batches: readonly SentBatch[]): CommitResult[] {
      packer.noteEmbedded(batches.reduce((sum, { embed = [] }) => sum + embed.length, 0))
      return writer.commit(batches)
    },
    erase: (erasure: SentErasure) => writer.erase(erasure),
    packOne: () => packer.packOne(),
    dropEvents: (endedBefore: number) => inTransaction(connection, () => dropEvents(endedBefore, sql)),
    reinforce: (used: readonly Use[], together: readonly Coactivation[]) => uses.record(used, together),
    takeLease: (name: string, holder: string, ttlMs: number) => leases.take(name, holder, ttlMs),
    renewLease: (name: string, holder: string, ttlMs: number) => leases.renew(name, holder, ttlMs),
    releaseLease: (name: string, holder: string) => leases.release(name, holder),
    exchangeCalls: (told: ToldCalls) => ledger.exchange(told),
    close() {
      ledger.close()
      connection.close()
    },
  }
}

/** With a time to end, nothing is begun after it, nor is the file upgraded: that may take longer. */
export function openReadingEngine(path: string, endsAt?: number) {
  const connection = endsAt === undefined ? openUpgraded(path) : openAsItIs(path, endsAt)
  // A quarter of the writer's: what recall reads again and again is in `MemoryCache`.
  connection.exec('PRAGMA cache_size = -2048')
  const sql = new Statements(connection, endsAt)
  const cache = new MemoryCache(sql)
  const filters = new RecentFilters(cache, sql)
  const reader = new SqliteReader(connection, sql, cache)
  const finder = new CandidateFinder(connection, sql, cache, filters)
  const graph = new GraphReader(connection, sql, cache, filters)
  const nearest = new NearestFinder(connection, sql, cache, filters)
  const structures = new StructureReader(connection, sql)
  const workflows = new WorkflowReader(connection, sql)
  const told = new ToldFinder(connection, sql)
  const condition = new ConditionReader(connection, sql, cache, path)
  const exporter = new Exporter(connection, sql)
  return {
    assertKnown: () => assertKnown(sql),
    // A look at the whole file takes its time.
    isSound: endsAt === undefined ? () => isSound(connection) : undefined,
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
    findTold: told.find.bind(told),
    knownSessions: told.knownSessions.bind(told),
    beginExport: exporter.begin.bind(exporter),
    nextExported: exporter.next.bind(exporter),
    bookmarks: reader.bookmarks.bind(reader),
    unembedded: reader.unembedded.bind(reader),
    changes: reader.changes.bind(reader),
    newestSeq: reader.newestSeq.bind(reader),
    stats: reader.stats.bind(reader),
    tally: condition.tally.bind(condition),
    condition: condition.condition.bind(condition),
    load: condition.load.bind(condition),
    reload(): number {
      const held = cache.memories
      cache.clear()
      filters.forget()
      inSnapshot(connection, () => cache.refresh())
      return held
    },
    async rank(request: RankRequest): Promise<SentRanking> {
      const texts = (ids: readonly string[]) => reader.get(ids).map((memory) => memory?.text)
      return sendRanking(await rankMemories(request.by, finder.legs(request, texts)))
    },
    findCandidates(request: CandidateRequest): SentCandidateSet {
      const { candidates, ...set } = finder.find(request)
      return { ...set, candidates: candidates.map((each) => sendCandidate(each, request.terms.length)) }
    },
    findScenes: (request: CandidateRequest, scenes: readonly number[]): SentCandidate[] =>
      finder.findScenes(request, scenes).map((each) => sendCandidate(each, request.terms.length)),
    backup: (target: string) => copyDatabase(connection, path, target),
    finishErasing: () => finishErasing(connection, path, erasingPatienceMs),
    close() {
      exporter.end()
      connection.close()
    },
  }
}

/** Where a process was killed, or could not wait any longer. */
function resumeErasing(connection: Connection, path: string): void {
  try {
    finishErasing(connection, path, 0)
  } catch {
    // Still not possible: it stays on the list, and whoever next erases hears of it.
  }
}

function openUpgraded(path: string): Connection {
  makeFolder(dirname(path))
  const connection = openConnection(path)
  return orClosed(connection, () => migrate(connection, path, migrations))
}

function openAsItIs(path: string, endsAt: number): Connection {
  const timeLeft = Math.floor(endsAt - Date.now())
  if (timeLeft <= 0) throw outOfTime()
  const connection = openConnection(path, Math.min(timeLeft, briefPatienceMs))
  return orClosed(connection, () => {
    if (schemaVersion(connection) < newestSchema) throw new StoreTrouble(notUpgraded)
  })
}
