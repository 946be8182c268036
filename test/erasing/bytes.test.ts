import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { minPackedRows, segmentRows } from '#ww/adapters/sqlite/cache/segment.js'
import { type Connection, openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { openReadingEngine, openWritingEngine } from '#ww/adapters/sqlite/thread/engine.js'
import { toSentBatch } from '#ww/adapters/sqlite/thread/sent-batch.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'
import { anEdge } from '../support/memories.js'
import { idOf, numbered, numbers, useNumberedStore, vectorOf, wordOf } from '../support/numbered-store.js'
import { inspectSqlite } from '../support/sqlite-candidates.js'

const store = useNumberedStore()

const edgeBetween = (source: number, target: number) => anEdge({ source: idOf(source), target: idOf(target) })

const request = (number: number): CandidateRequest => ({
  filter: {},
  terms: ['memory', wordOf(number)],
  vectors: [vectorOf(number)],
  perRetriever: 20,
  newest: 5,
  exhaustiveUpTo: Number.POSITIVE_INFINITY,
})

describe('[OPS4] the bytes', () => {
  test('[OPS4] are in the database and its log, and after erasing in no file', () => {
    store.fill(20)
    expect(store.filesWith(7)).not.toEqual([])
    store.erase([7, 10])
    expect([...store.filesWith(7), ...store.filesWith(10)]).toEqual([])
    expect(store.filesWith(8)).toEqual(['memories.db'])
  })

  test('[OPS4] no table has a row more than if it had never been', () => {
    const rowCounts = (of: string) => {
      const connection = openConnection(of)
      const tables = [
        'memories',
        'strengths',
        'versions',
        'labels',
        'edges',
        'vectors',
        'answers',
        'scenes',
        'names',
        'terms',
      ]
      const others = ['postings_docsize', 'languages', 'unfinished_erasing']
      const count = (table: string) => connection.prepare(`SELECT count(*) AS n FROM ${table}`).get()
      const counts = [...tables, ...others].map((table) => [table, (count(table) as { n: number }).n])
      connection.close()
      return counts
    }
    const without = openWritingEngine(join(store.folder, 'without'))
    without.commit([toSentBatch({ at: 1, add: [numbered(1)] })])
    without.close()
    const answer = { index: { terms: Uint32Array.of(7), length: 1, tokens: Uint16Array.of(7) }, vector: vectorOf(7) }
    const answering = { ...numbered(5_000), answers: [answer, answer] }
    store.writer.commit([toSentBatch({ at: 1, add: [numbered(1), answering, numbered(5_001)] })])
    store.writer.commit([
      { at: 2, change: [{ id: idOf(5_000), version: 1, tags: ['other'] }] },
      { at: 2, connect: [edgeBetween(1, 5_000), edgeBetween(5_001, 1)] },
    ])
    store.erase([5_000, 5_001])
    expect(rowCounts(store.path)).toEqual(rowCounts(join(store.folder, 'without')))
  })

  /** Words come in no order, so that pages of their indexes split, and leave copies behind that `secure_delete` misses. */
  test('[OPS4] also not in what SQLite left in the free parts of pages', () => {
    store.fill(6_000)
    const erased = numbers(1, 6_000).filter((number) => number % 4 === 0)
    store.erase(erased)
    const bytes = readFileSync(store.path, 'latin1')
    expect(erased.filter((number) => bytes.includes(wordOf(number)))).toEqual([])
    expect(bytes).toContain(wordOf(1))
  })

  test('[OPS4] the full-text index holds no postings of it', () => {
    store.fill(500)
    const size = () => {
      const connection = openConnection(store.path)
      const { bytes } = connection.prepare('SELECT sum(length(block)) AS bytes FROM postings_data').get() as {
        bytes: number
      }
      connection.close()
      return bytes
    }
    // In one segment, as it is after erasing anything.
    store.erase([500])
    const before = size()
    store.erase([7])
    expect(size()).toBeLessThan(before)
  })

  test('[OPS4] of a session go with its last memory, also from where background work stands', () => {
    const bookmark = 'consolidated ["s3",null]'
    store.fill(10)
    store.writer.commit([{ at: 1, checkpoints: { [bookmark]: 5, 'consolidated ["s33",null]': 6 } }])
    store.erase([3])
    expect(store.reader.checkpoints([bookmark])).toEqual({ [bookmark]: 5 })
    store.erase([10])
    expect(store.reader.checkpoints([bookmark, 'consolidated ["s33",null]'])).toEqual({
      'consolidated ["s33",null]': 6,
    })
  })
})

describe('[OPS4] packed segments', () => {
  test('[OPS4] hold it no more; a process that starts from them sees what one sees that was there all along', () => {
    store.fill(9_000)
    const candidates = inspectSqlite(store.path)
    candidates.find(request(1))
    while (store.writer.packOne());
    const erased = [1, 10, segmentRows, segmentRows + 1, 5_000, 8_999, 9_000]
    store.erase(erased)
    for (const number of erased) expect(store.filesWith(number)).toEqual([])
    // Rows behind the last are not given out again, and runs are still full where they were.
    store.writer.commit([toSentBatch({ at: 1, add: numbers(9_001, 9_010).map(numbered) })])
    while (store.writer.packOne());

    const fresh = openReadingEngine(store.path)
    const freshCandidates = inspectSqlite(store.path)
    for (const number of [10, 11, 5_000, 9_005]) {
      const seen = freshCandidates.find(request(number))
      const other = candidates.find(request(number))
      expect(seen.total).toBe(9_010 - erased.length)
      expect(seen.candidates.map((each) => [each.id, each.cosineWith(0), each.order])).toEqual(
        other.candidates.map((each) => [each.id, each.cosineWith(0), each.order]),
      )
      expect(seen.statistics).toEqual(other.statistics)
      expect(seen.candidates.some((each) => each.cosineWith(0) === 1)).toBe(!erased.includes(number))
    }
    expect(fresh.unembedded('model', 10)).toEqual([])
    fresh.close()
    for (const each of [candidates, freshCandidates]) each.close()
  })

  test('take no room for a run of which hardly anything is left, and what is left is found', () => {
    store.fill(2 * segmentRows + 10)
    while (store.writer.packOne());
    const inFile = <Row>(work: (connection: Connection) => Row): Row => {
      const connection = openConnection(store.path)
      try {
        return work(connection)
      } finally {
        connection.close()
      }
    }
    const vectorSegments = () =>
      inFile((connection) => connection.prepare('SELECT first FROM vector_segments ORDER BY first').all()).map(
        (row) => (row as { first: number }).first,
      )
    store.erase(numbers(minPackedRows + 1, segmentRows))
    expect(vectorSegments()).toEqual([1, segmentRows + 1])
    store.erase(numbers(11, minPackedRows))
    expect(vectorSegments()).toEqual([segmentRows + 1])
    // Nor is it packed again by a process that starts.
    const writer = openWritingEngine(store.path)
    while (writer.packOne());
    writer.close()
    expect(vectorSegments()).toEqual([segmentRows + 1])

    const fresh = openReadingEngine(store.path)
    const freshCandidates = inspectSqlite(store.path)
    for (const number of [10, 11, segmentRows + 7]) {
      const { total, candidates } = freshCandidates.find(request(number))
      expect(total).toBe(segmentRows + 20)
      expect(candidates.some((each) => each.cosineWith(0) === 1)).toBe(number !== 11)
    }
    expect(fresh.unembedded('model', 10)).toEqual([])
    const missing = [7, segmentRows + 5, 2 * segmentRows + 3]
    inFile((connection) => connection.exec(`DELETE FROM vectors WHERE row IN (${missing.join()})`))
    const idsWithout = (limit: number) => fresh.unembedded('model', limit).map(({ id }) => id)
    // In the run without a segment and behind the last; where there is one, nobody looks.
    expect(idsWithout(10)).toEqual([idOf(7), idOf(2 * segmentRows + 3)])
    expect(idsWithout(1)).toEqual([idOf(7)])
    fresh.close()
    freshCandidates.close()
  })

  test('[OPS4] a whole run can go', () => {
    store.fill(segmentRows + 10)
    while (store.writer.packOne());
    store.erase(numbers(1, segmentRows))
    while (store.writer.packOne());
    const fresh = openReadingEngine(store.path)
    const freshCandidates = inspectSqlite(store.path)
    expect(freshCandidates.find(request(1)).total).toBe(10)
    expect(fresh.unembedded('model', 1)).toEqual([])
    expect(fresh.unembedded('other', 1)).toMatchObject([{ id: idOf(segmentRows + 1) }])
    fresh.close()
    freshCandidates.close()
  })
})
