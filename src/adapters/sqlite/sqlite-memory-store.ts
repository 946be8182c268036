import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { pause } from '../relational/pause.js'
import type { Channel, Role } from './channel.js'
import type { ReadingEngine, WritingEngine } from './engine.js'
import { openInlineChannel } from './inline-channel.js'
import { sendBatch, sendErasure } from './thread-batch.js'
import { receiveCandidate } from './thread-candidates.js'
import { fromThreadError, type ThreadError } from './thread-error.js'
import { receiveRanking } from './thread-ranking.js'
import { openWorkerChannel } from './worker-channel.js'

interface SqliteStoreOptions {
  readonly path: string
  /** `inline` opens the file in this thread: for commands that do one thing and end. */
  readonly threads?: 'workers' | 'inline'
  /** Two where many call at once: then memories are ranked for two of them, and rows are fetched beside it. */
  readonly readers?: 1 | 2
  /** Since the epoch: for one who reads and will be gone by then. Nothing is read after it, nor upgraded. */
  readonly endsAt?: number
  /** Where failures of work that nobody waits for are told. */
  readonly log?: Pick<Log, 'warn'>
}

/** Nothing is opened before the first call. */
export function openSqliteStore({
  path,
  threads = 'workers',
  readers = 1,
  endsAt,
  log,
}: SqliteStoreOptions): MemoryStore {
  const onTrouble = (error: Error) => log?.warn('could not pack memories for a faster start', { error })
  const openWorker = <R extends Role>(role: R) => openWorkerChannel({ path, role, endsAt }, onTrouble)
  const isInline = threads === 'inline'
  const openReader = () =>
    isInline ? openInlineChannel((engines) => engines.openReadingEngine(path, endsAt)) : openWorker('reader')
  const writer = isInline ? openInlineChannel((engines) => engines.openWritingEngine(path)) : openWorker('writer')
  return createStore(writer, openReader, readers)
}

/** How long languages are taken as read: a new one is rare, and asking costs every recall a turn of the reader. */
const languagesFreshMs = 500

/** How soon `watch` sees what another process wrote. */
const watchIntervalMs = 200

/** Rows at a time: with the longest texts that the doors take, tens of megabytes. */
const exportedAtOnce = 64

function createStore(
  writer: Channel<WritingEngine>,
  openReader: () => Channel<ReadingEngine>,
  readers: 1 | 2,
): MemoryStore {
  const reader = openReader()
  // What needs nothing of the cache: it would stand behind every ranking.
  const rows = readers === 2 ? openReader() : reader
  // Holds all that the first one holds, from the first call that would have had to wait.
  const second = readers === 2 ? openReader() : reader
  const ranker = () => (second.waiting() < reader.waiting() ? second : reader)
  const reading = new Set([reader, rows, second])
  // A reader of its own, so that a backup never keeps a recall waiting.
  const copier = openReader()
  let languages: { readonly list: Promise<readonly string[]>; readonly askedAt: number } | undefined

  function askLanguages(): Promise<readonly string[]> {
    return rows.call('languages').catch((error: unknown) => {
      // Whoever asks next may have more luck.
      languages = undefined
      throw error
    })
  }

  let erasing: Promise<unknown> = Promise.resolve()

  return {
    workflows: {
      conversation: (id) => rows.call('conversation', id),
      answered: (id, messageId) => rows.call('answered', id, messageId),
      turns: (id, most) => rows.call('turns', id, most),
      snapshot: (id, after) => rows.call('snapshot', id, after),
      eventsAfter: (seq, most) => rows.call('eventsAfter', seq, most),
      newestEvent: () => rows.call('newestEvent'),
      lapsed: (now) => rows.call('lapsed', now),
      unanswered: () => rows.call('unanswered'),
      dropEvents: (endedBefore) => writer.call('dropEvents', endedBefore),
    },
    calls: { exchange: (told) => writer.call('exchangeCalls', told) },
    async commit(batch) {
      const [result] = await writer.call('commit', [sendBatch(batch)])
      if (batch.add !== undefined) languages = undefined
      if ('error' in result)
        throw result.error instanceof Error ? result.error : fromThreadError(result.error as ThreadError)
      return result.seq
    },
    erase(erasure) {
      // One after the other, so that each answers for the backups that it had treated itself.
      const erased = erasing
        .catch(() => undefined)
        .then(() => writer.call('erase', sendErasure(erasure)))
        .finally(() => {
          languages = undefined
        })
        .then(() => copier.call('finishErasing'))
      erasing = erased
      return erased
    },
    get: (ids, asOf) => rows.call('get', ids, asOf),
    query: (filter, page, except) => reader.call('query', filter, page, except),
    sessions: (filter) => reader.call('sessions', filter),
    rank: async (request) => receiveRanking(await ranker().call('rank', request)),
    async findCandidates(request) {
      const { candidates, ...set } = await reader.call('findCandidates', request)
      return { ...set, candidates: candidates.map(receiveCandidate) }
    },
    findScenes: async (request, scenes) => (await reader.call('findScenes', request, scenes)).map(receiveCandidate),
    languages() {
      const now = performance.now()
      if (languages === undefined || now - languages.askedAt > languagesFreshMs)
        languages = { list: askLanguages(), askedAt: now }
      return languages.list
    },
    neighbours: (ids, types, asOf) => rows.call('neighbours', ids, types, asOf),
    associations: (context, others) => reader.call('associations', context, others),
    spread: (request) => reader.call('spread', request),
    nearest: (request) => reader.call('nearest', request),
    vectors: (ids, model) => reader.call('vectors', ids, model),
    findByFacet: (facet, values, filter) => reader.call('findByFacet', facet, values, filter),
    relationTypes: () => reader.call('relationTypes'),
    structures: (from, limit) => reader.call('structures', from, limit),
    async *exportAll(scope) {
      // One of its own as well: it holds a snapshot between the pages.
      const exporter = openReader()
      try {
        const { total, seq } = await exporter.call('beginExport', scope)
        for (;;) {
          const memories = await exporter.call('nextExported', exportedAtOnce)
          if (memories.length === 0) return
          yield { total, seq, memories }
        }
      } finally {
        await exporter.close()
      }
    },
    async findTold(told) {
      // Most of what is imported is of sessions of its own: their texts need not travel to the reader.
      const known = new Set(await reader.call('knownSessions', [...new Set(told.map(({ session }) => session))]))
      const asked = told.filter(({ session }) => known.has(session))
      const found = asked.length === 0 ? [] : await reader.call('findTold', asked)
      const next = found.values()
      return told.map(({ session }) => (known.has(session) ? next.next().value : undefined))
    },
    bookmarks: (names) => rows.call('bookmarks', names),
    reinforce: (uses, coactivations) => writer.call('reinforce', uses, coactivations),
    unembedded: (model, limit) => reader.call('unembedded', model, limit),
    changes: (since, limit) => rows.call('changes', since, limit),
    newestSeq: () => rows.call('newestSeq'),
    scanEdges: (after, limit) => reader.call('scanEdges', after, limit),
    async *watch(signal) {
      let seen: number | undefined
      while (!signal.aborted) {
        const newest = await rows.call('newestSeq')
        if (newest !== seen && !signal.aborted) yield newest
        seen = newest
        await pause(watchIntervalMs, signal)
      }
    },
    async lease(name, ttlMs) {
      const holder = crypto.randomUUID()
      if (!(await writer.call('takeLease', name, holder, ttlMs))) return undefined
      return {
        holder,
        renew: (ttl) => writer.call('renewLease', name, holder, ttl),
        release: () => writer.call('releaseLease', name, holder),
      }
    },
    backup: (path) => copier.call('backup', path),
    stats: () => reader.call('stats'),
    tally: (scope) => reader.call('tally', scope),
    condition: (model) => reader.call('condition', model),
    async load() {
      const reads = [...reading].reduce((sum, each) => sum + each.waiting(), 0)
      const waiting = { reads, writes: writer.waiting() }
      return { ...(await reader.call('load')), waiting }
    },
    async reload() {
      if (second !== reader) await second.call('reload')
      return reader.call('reload')
    },
    async close() {
      // Whoever closes last empties and removes the write-ahead log. Two that close at once each take the other for
      // one that stays, and the log is left behind.
      for (const each of reading) await each.close()
      await copier.close()
      await writer.close()
    },
  }
}
