import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { Batch } from '../../ports/store/write.js'
import { pause } from '../relational/pause.js'
import { nothingOpened } from './connection/same-file.js'
import { BackgroundCheck } from './thread/background-check.js'
import type { Channel } from './thread/channel.js'
import type { ReadingEngine, WritingEngine } from './thread/engine.js'
import { openInlineChannel } from './thread/inline-channel.js'
import type { Role } from './thread/messages.js'
import { toSentBatch, toSentErasure } from './thread/sent-batch.js'
import { fromSentError, type SentError } from './thread/sent-error.js'
import { fromSentRanking } from './thread/sent-ranking.js'
import { openWorkerChannel } from './thread/worker-channel.js'

interface SqliteStoreOptions {
  readonly path: string
  /** `inline` opens the file in this thread: for short commands. */
  readonly threads?: 'workers' | 'inline'
  /** Two for servers with many callers: two recalls rank at the same time, and a third thread fetches rows. */
  readonly readers?: 1 | 2
  /** Since the epoch: the deadline of a process that only reads. Nothing is read after it, and the file is not upgraded. */
  readonly endsAt?: number
  /** Gets errors of background work, which no call waits for. */
  readonly log?: Pick<Log, 'warn' | 'debug'>
}

/** Opens the file at the first call. */
export function openSqliteStore({
  path,
  threads = 'workers',
  readers = 1,
  endsAt,
  log,
}: SqliteStoreOptions): MemoryStore {
  const opened = nothingOpened()
  const onBackgroundError = (error: Error) => log?.warn('could not pack memories for a faster start', { error })
  let check: BackgroundCheck | undefined
  const openWorker = <R extends Role>(role: R) =>
    openWorkerChannel({ path, role, endsAt, opened }, onBackgroundError, () => check?.begin())
  const isInline = threads === 'inline'
  const openReader = () =>
    isInline ? openInlineChannel((engines) => engines.openReadingEngine(path, endsAt, opened)) : openWorker('reader')
  const writer = isInline
    ? openInlineChannel((engines) => engines.openWritingEngine(path, opened))
    : openWorker('writer')
  return createStore(writer, openReader, readers, (reading) => {
    // A command ends before a check would; a reader with a deadline has no time for one.
    if (!isInline && endsAt === undefined) check = new BackgroundCheck({ openReader, writer, readers: reading, log })
    return check
  })
}

/** How long the list of languages is cached: a new one is rare, and reading it costs every recall a call to the reader. */
const languagesTtlMs = 500

interface CachedLanguages {
  readonly list: Promise<readonly string[]>
  readonly readAt: number
  /** The most frequent one, once it is read. */
  first?: string
}

/** How soon `watch` sees what another process wrote. */
const watchIntervalMs = 200

/** Rows per page: tens of megabytes with the longest texts that are accepted. */
const exportPageRows = 32

/** Rows by id in one message: reading it takes a few milliseconds, also if each text is as long as may be. */
const rowsPerMessage = 32

/** Texts that are looked for among what is stored, in one message. */
const fewProbes = 4

function createStore(
  writer: Channel<WritingEngine>,
  openReader: () => Channel<ReadingEngine>,
  readers: 1 | 2,
  openCheck: (reading: Iterable<Channel<ReadingEngine>>) => BackgroundCheck | undefined,
): MemoryStore {
  const reader = openReader()
  // For calls that do not need the cache: behind the rankings they would wait.
  const rows = readers === 2 ? openReader() : reader
  // Has a cache of its own, filled at the first call that finds the first reader busy.
  const second = readers === 2 ? openReader() : reader
  const ranker = () => (second.pending() < reader.pending() ? second : reader)
  const readingChannels = new Set([reader, rows, second])
  const check = openCheck(readingChannels)
  // Has a reader of its own, so that a recall never waits for a backup.
  const copier = openReader()
  let languages: CachedLanguages | undefined

  function readLanguages(): CachedLanguages {
    const read: CachedLanguages = {
      list: rows.call('languages').then(
        (list) => {
          read.first = list[0]
          return list
        },
        (error: unknown) => {
          // The next call tries again.
          languages = undefined
          throw error
        },
      ),
      readAt: performance.now(),
    }
    return read
  }

  /** The list is ordered by frequency: one more of its first language leaves it as it is. */
  function forgetLanguages(added: NonNullable<Batch['add']>): void {
    const first = languages?.first
    if (first === undefined || added.some(({ index }) => index.language !== null && index.language !== first))
      languages = undefined
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
    calls: { exchange: (counts) => writer.call('exchangeCalls', counts) },
    async commit(batch) {
      const [result] = await writer.call('commit', [toSentBatch(batch)])
      if (batch.add !== undefined) forgetLanguages(batch.add)
      if ('error' in result)
        throw result.error instanceof Error ? result.error : fromSentError(result.error as SentError)
      return result.seq
    },
    erase(erasure) {
      // One at a time, so that each erasure reports the backups that it changed itself.
      const erased = erasing
        .catch(() => undefined)
        .then(async () => {
          const begunAt = Date.now()
          await writer.call('erase', toSentErasure(erasure)).finally(() => {
            languages = undefined
          })
          return copier.call('finishErasing', begunAt)
        })
      erasing = erased
      return erased
    },
    async get(ids, asOf) {
      if (ids.length <= rowsPerMessage) return rows.call('get', ids, asOf)
      const found: Awaited<ReturnType<MemoryStore['get']>> = []
      for (let from = 0; from < ids.length; from += rowsPerMessage)
        for (const memory of await rows.call('get', ids.slice(from, from + rowsPerMessage), asOf)) found.push(memory)
      return found
    },
    query: (filter, page, except) => reader.call('query', filter, page, except),
    sessions: (filter) => reader.call('sessions', filter),
    rank: async (request) => fromSentRanking(await ranker().call('rank', request)),
    spellings: (words) => reader.call('spellings', words),
    replaced: (request) => ranker().call('replaced', request),
    languages() {
      if (languages === undefined || performance.now() - languages.readAt > languagesTtlMs) languages = readLanguages()
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
      // Has a reader of its own, which holds a snapshot from page to page.
      const exporter = openReader()
      try {
        const { total, seq } = await exporter.call('beginExport', scope)
        for (;;) {
          const memories = await exporter.call('nextExported', exportPageRows)
          if (memories.length === 0) return
          yield { total, seq, memories }
        }
      } finally {
        await exporter.close()
      }
    },
    async findDuplicates(probes) {
      // A few are sent at once: asking first takes as long.
      if (probes.length <= fewProbes) return reader.call('findDuplicates', probes)
      // Imports are mostly of sessions that the store does not have: their texts need not be sent to the reader.
      const known = new Set(await reader.call('knownSessions', [...new Set(probes.map(({ session }) => session))]))
      const possible = probes.filter(({ session }) => known.has(session))
      const found = possible.length === 0 ? [] : await reader.call('findDuplicates', possible)
      const next = found.values()
      return probes.map(({ session }) => (known.has(session) ? next.next().value : undefined))
    },
    writtenBy: (key) => rows.call('writtenBy', key),
    checkpoints: (names) => rows.call('checkpoints', names),
    reinforce: (uses, coactivations) => writer.call('reinforce', uses, coactivations),
    unembedded: (model, limit) => reader.call('unembedded', model, limit),
    unembeddedAnswers: (model, limit) => reader.call('unembeddedAnswers', model, limit),
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
    noteBackups: (change) => copier.call('noteBackups', change),
    stats: () => reader.call('stats'),
    tally: (scope) => reader.call('tally', scope),
    condition: (model) => reader.call('condition', model),
    async load() {
      const reads = [...readingChannels].reduce((sum, each) => sum + each.pending(), 0)
      const waiting = { reads, writes: writer.pending() }
      return { ...(await reader.call('load')), waiting, spoilt: check?.found ?? 0 }
    },
    async reload() {
      if (second !== reader) await second.call('reload')
      return reader.call('reload')
    },
    async close() {
      await check?.close()
      // The last connection to close empties and removes the write-ahead log. Two that close at the same moment each
      // see the other as open and leave the log behind.
      for (const each of readingChannels) await each.close()
      await copier.close()
      await writer.close()
    },
  }
}
