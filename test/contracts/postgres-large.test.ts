import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { BackgroundQueue } from '#ww/adapters/postgres/connection/background-queue.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { Database } from '#ww/adapters/postgres/connection/database.js'
import type { Sql } from '#ww/adapters/postgres/connection/sql.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { ServerStatistics } from '#ww/adapters/postgres/schema/server-statistics.js'
import { findByAnswerVector } from '#ww/adapters/postgres/search/answer-retriever.js'
import { findModel, readCollection } from '#ww/adapters/postgres/search/collection-statistics.js'
import { toCondition } from '#ww/adapters/postgres/search/filter-sql.js'
import { findByWords } from '#ww/adapters/postgres/search/text-retriever.js'
import { VectorIndex, type VectorSegment } from '#ww/adapters/postgres/search/vector-index.js'
import { findNear } from '#ww/adapters/postgres/search/vector-retriever.js'
import { inverseDocumentFrequency, saturate } from '#ww/memory/recall/ranking/bm25.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import type { IndexedAnswer, NewMemory } from '#ww/ports/store/write.js'
import { aNewMemory, idOf, start } from '../support/memories.js'
import { lacks } from '../support/parts.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { createRandom } from '../support/random.js'

const dimensions = 16
const identity = 'small@1'
const many = 1_000
const rowsPerSegment = 200

const newPostgres = usePostgres()

const plain = async (given: Parameters<typeof aNewMemory>[0]): Promise<NewMemory> =>
  aNewMemory({ text: '.', joinsScene: false, ...given })

// PGlite has one session: nothing is made in its background.
describe.skipIf(lacks('postgres'))('indexes of vectors', () => {
  const random = createRandom(5)
  const aVector = () => Int8Array.from({ length: dimensions }, () => random.below(255) - 127)
  const connections = new Connections(newPostgres())
  const database = new Database(connections, 'large')
  const log = { warn: (message: string, fields?: object) => expect.fail(`${message} ${JSON.stringify(fields)}`) }
  const background = new BackgroundQueue(connections, log)
  const newIndex = (own = background) => new VectorIndex(own, 'vectors', rowsPerSegment)
  const anAnswer = (): IndexedAnswer => ({
    index: { length: 0, terms: new Uint32Array(), tokens: new Uint16Array() },
    vector: { model: identity, values: aVector() },
  })
  let store: MemoryStore

  beforeAll(async () => {
    store = openPostgresStore({ backupFiles, url: '', tenant: 'large', connections })
    const add = Array.from({ length: many }, async (_, number) =>
      plain({
        id: idOf(number),
        session: number % 10 === 0 ? 'some' : 'others',
        vector: { model: identity, values: aVector() },
        answers: [anAnswer(), anAnswer()],
      }),
    )
    await store.commit({ at: start, add: await Promise.all(add) })
  })
  afterAll(async () => {
    await background.close()
    await store.close()
    await connections.close()
  })

  const modelOf = async (sql: Sql) => (await findModel(sql, identity))!
  const lastRow = async (sql: Sql) => (await readCollection(sql, { terms: [], vectors: [] })).newest.row
  const segmentsOf = (index: VectorIndex) =>
    database.snapshot(async (sql) => index.segments(sql, await modelOf(sql), await lastRow(sql)))
  const near = (index: VectorIndex | undefined, vector: Int8Array, limit: number, filter: MemoryFilter = {}) =>
    database.snapshot(async (sql) => {
      const model = await modelOf(sql)
      const { statistics, newest } = await readCollection(sql, { terms: [], vectors: [] })
      const passing = { condition: await toCondition(sql, filter), total: 0, documents: statistics.documents }
      const { total } = await store.query(filter, { offset: 0, limit: 0 })
      const segments = index === undefined ? [] : await index.segments(sql, model, newest.row)
      const found = await findNear(sql, { vector, model, limit }, { ...passing, total }, segments)
      return found.map(({ id, cosine }) => ({ id, cosine }))
    })

  test('are made in the background, one at a time, for every whole segment, and then for five together', async () => {
    const index = newIndex()
    expect(await segmentsOf(index)).toEqual([])
    for (let made = 1; made <= many / rowsPerSegment; made++) {
      await background.settled()
      expect(await segmentsOf(index)).toHaveLength(made)
    }
    await background.settled()
    expect(await segmentsOf(newIndex())).toEqual([{ after: 0, to: many }])
  })

  test('[REC7] find what comparing one by one finds, with the same cosines', async () => {
    for (let round = 0; round < 5; round++) {
      const vector = aVector()
      expect(await near(newIndex(), vector, 30)).toEqual(await near(undefined, vector, 30))
    }
  })

  test('[REC7] [REC25] those of answers find what comparing one by one finds', async () => {
    const index = new VectorIndex(background, 'answer_vectors', rowsPerSegment)
    await segmentsOf(index)
    for (let made = 1; made <= 1 + many / rowsPerSegment; made++) {
      await background.settled()
      await segmentsOf(index)
    }
    expect(await segmentsOf(index)).toEqual([{ after: 0, to: many }])
    for (let round = 0; round < 5; round++) {
      const vector = aVector()
      const found = (segments: readonly VectorSegment[]) =>
        database.snapshot(async (sql) => {
          const { statistics } = await readCollection(sql, { terms: [], vectors: [] })
          const passing = { condition: await toCondition(sql, {}), total: many, documents: many }
          const asked = { vector, model: await modelOf(sql), limit: 30 }
          return findByAnswerVector(sql, statistics.answers, asked, passing, segments)
        })
      expect(await found([{ after: 0, to: many }])).toEqual(await found([]))
    }
  })

  test('[REC7] what is newer than the indexes is found as well', async () => {
    const vector = aVector()
    const newest = await plain({ vector: { model: identity, values: vector } })
    await store.commit({ at: start, add: [newest] })
    expect((await near(newIndex(), vector, 1)).map(({ id }) => id)).toEqual([newest.memory.id])
  })

  test('[REC7] the nearest that pass are found behind those that do not', async () => {
    const vector = aVector()
    const filter = { kinds: ['episode'], session: 'others' } as const
    const all = await near(undefined, vector, many)
    const passing = new Set((await store.query(filter, { offset: 0, limit: many })).memories.map(({ id }) => id))
    const expected = all.filter(({ id }) => passing.has(id)).slice(0, 40)
    expect(await near(newIndex(), vector, 40, filter)).toEqual(expected)
    const few = new Set(
      (await store.query({ session: 'some' }, { offset: 0, limit: many })).memories.map(({ id }) => id),
    )
    expect(await near(newIndex(), vector, 20, { session: 'some' })).toEqual(
      all.filter(({ id }) => few.has(id)).slice(0, 20),
    )
  })

  test('small ones that a killed process left beside the one that holds them all are dropped, ready or not', async () => {
    const names = () =>
      database.read(async (sql) => {
        const like = `vectors_near_${sql.tenant}_%`
        const found = await sql.all<{ name: string }>(
          'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indexrelid::regclass::text LIKE $2 AND $1::int > 0',
          like,
        )
        return found.map(({ name }) => name)
      })
    const [whole] = await names()
    const part = (after: number) => whole!.replace(/\d+_\d+$/, `${after}_${after + rowsPerSegment}`)
    await connections.use(async (client) => {
      for (const after of [0, rowsPerSegment]) {
        const text = `CREATE INDEX ${part(after)} ON vectors USING hnsw ((components::halfvec(${dimensions})) halfvec_cosine_ops) WHERE row > ${after}`
        await client.query({ text })
      }
      const unready = `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${part(0)}'::regclass`
      await client.query({ text: unready })
    })
    expect(await names()).toHaveLength(3)
    expect(await segmentsOf(newIndex())).toEqual([{ after: 0, to: many }])
    await background.settled()
    expect(await names()).toEqual([whole])
  })

  test('two processes that find one missing make it once, and who closes meanwhile leaves none half made', async () => {
    const other = new Database(connections, 'twice')
    const twice = openPostgresStore({ backupFiles, url: '', tenant: 'twice', connections })
    const add = Array.from({ length: rowsPerSegment }, () => plain({ vector: { model: identity, values: aVector() } }))
    await twice.commit({ at: start, add: await Promise.all(add) })
    const backgrounds = Array.from({ length: 3 }, () => new BackgroundQueue(connections, log))
    const segments = (index: VectorIndex) =>
      other.snapshot(async (sql) => index.segments(sql, await modelOf(sql), await lastRow(sql)))
    await Promise.all(backgrounds.map((own) => segments(newIndex(own))))
    await backgrounds[0]!.close()
    await Promise.all(backgrounds.map((own) => own.settled()))
    if ((await segments(newIndex())).length === 0) await background.settled()
    expect(await segments(newIndex())).toHaveLength(1)
    await twice.close()
  })
})

describe('words', () => {
  const connections = new Connections(newPostgres())
  const database = new Database(connections, 'words')
  const vocabulary = Array.from({ length: 400 }, (_, number) => `w${number}`)
  const random = createRandom(11)
  const texts = Array.from({ length: 4_000 }, (_, number) => {
    const terms = new Map<string, number>()
    const length = 5 + random.below(20)
    for (let word = 0; word < length; word++) {
      const term = random.pickByRank(vocabulary)
      terms.set(term, (terms.get(term) ?? 0) + 1)
    }
    return { id: idOf(number), terms, length, session: number % 3 === 0 ? 'some' : 'others' }
  })
  const averageLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length
  let store: MemoryStore

  beforeAll(async () => {
    store = openPostgresStore({ backupFiles, url: '', tenant: 'words', connections })
    const example = await plain({ vector: null })
    const add = texts.map(({ id, terms, length, session }) => ({
      ...example,
      memory: { ...example.memory, id, session },
      index: { ...example.index, terms, length },
    }))
    for (let from = 0; from < add.length; from += 1_000) {
      await store.commit({ at: start, add: add.slice(from, from + 1_000) })
    }
  })
  afterAll(async () => {
    await store.close()
    await connections.close()
  })

  const find = (terms: readonly string[], limit: number, filter: MemoryFilter, mostEntries?: number) =>
    database.snapshot(async (sql) => {
      const { statistics, terms: known } = await readCollection(sql, { terms, vectors: [] })
      const condition = await toCondition(sql, filter)
      const total = texts.filter(({ session }) => (filter.session ?? session) === session).length
      const passing = { condition, total, documents: statistics.documents }
      const found = await findByWords(sql, statistics, known, limit, passing, mostEntries)
      return found.map(({ row }) => row)
    })

  /** Every text that holds any, the best first. Rows are numbered in the order of writing, from 1. */
  const bestByAll = (terms: readonly string[], filter: MemoryFilter) => {
    const weights = terms.map((term) =>
      inverseDocumentFrequency(texts.length, texts.filter((text) => text.terms.has(term)).length),
    )
    const scored = texts.flatMap(({ terms: counts, length, session }, at) => {
      if (filter.session !== undefined && filter.session !== session) return []
      const parts = terms.map((term, place) => weights[place]! * saturate(counts.get(term) ?? 0, length, averageLength))
      const score = parts.reduce((sum, part) => sum + part, 0)
      return score === 0 ? [] : [{ row: at + 1, score }]
    })
    return scored.sort((a, b) => b.score - a.score)
  }

  test.each([
    ['common ones', ['w0', 'w1', 'w2', 'w3', 'w4', 'w5'], {}],
    ['rare ones', ['w390', 'w380', 'w399'], {}],
    ['a rare one among common ones', ['w0', 'w1', 'w2', 'w3', 'w395'], {}],
    ['some of each', ['w0', 'w1', 'w2', 'w3', 'w40', 'w90', 'w150', 'w300'], {}],
    ['some of each, where a filter leaves a third', ['w0', 'w1', 'w2', 'w3', 'w40', 'w90'], { session: 'some' }],
  ])('[REC7] the best by BM25 are found without reading all: %s', async (_, terms, filter) => {
    const all = bestByAll(terms, filter)
    const scores = new Map(all.map(({ row, score }) => [row, score]))
    const asked = [1, 20, 200].map((limit) => [limit, 10_000] as const)
    // Less than the rarest has: it finds too little, and others are read in a second round.
    for (const [limit, mostEntries] of [...asked, [20, 300], [200, 300]] as const) {
      const found = await find(terms, limit, filter, mostEntries)
      expect(found).toHaveLength(Math.min(limit, all.length))
      // Of equals either may be the last; and where every word is common, one in twenty may be missed.
      const worst = all[found.length - 1]!.score
      const good = found.filter((row) => scores.get(row)! >= worst - 1e-9)
      expect(good.length).toBeGreaterThanOrEqual(found.length * 0.95)
    }
  })

  test('[REC7] where all can be read, none is missed', async () => {
    const terms = ['w0', 'w1', 'w2', 'w3', 'w4', 'w5']
    const all = bestByAll(terms, {})
    const scores = new Map(all.map(({ row, score }) => [row, score]))
    const found = await find(terms, 200, {})
    expect(found).toHaveLength(200)
    expect(found.every((row) => scores.get(row)! >= all[199]!.score - 1e-9)).toBe(true)
  })

  test.skipIf(lacks('postgres'))('the server hears of what it has not looked at, once for as much', async () => {
    const looked = () =>
      connections.use(async (client) => {
        const text = "SELECT analyze_count AS n FROM pg_stat_user_tables WHERE relid = 'postings'::regclass"
        return ((await client.query({ text })).rows as [{ n: number }])[0].n
      })
    const background = new BackgroundQueue(connections)
    const before = await looked()
    for (const rows of [texts.length, texts.length, texts.length * 3]) {
      new ServerStatistics(background).keepFresh(rows)
      await background.settled()
    }
    expect(await looked()).toBe(before + 1)
    await background.close()
  })
})
