import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainSet } from '../../../../test/support/candidates.js'
import { inspectSqlite } from '../../../../test/support/sqlite-candidates.js'
import { initialStrength } from '../../../memory/activation/forgetting.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import type { NewMemory, StoredVector } from '../../../ports/store/write.js'
import { openConnection } from '../connection/connection.js'
import { openReadingEngine, openWritingEngine } from '../thread/engine.js'
import { toSentBatch } from '../thread/sent-batch.js'
import { segmentRows } from './segment.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ww-segments-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const idOf = (number: number) => `ep-00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const vectorOf = (model: string, number: number): StoredVector => ({
  model,
  values: Int8Array.from({ length: 16 }, (_, place) => ((number * 31 + place * 17) % 250) - 125),
})

function numbered(number: number): NewMemory {
  return {
    memory: {
      id: idOf(number),
      kind: 'episode',
      project: null,
      session: `s${number % 7}`,
      source: 'memory',
      text: `memory ${number}`,
      summary: null,
      facets: { outcome: 'neutral' },
      tags: [],
      happenedAt: number * 60_000,
      recordedAt: number,
      validFrom: number,
      validTo: null,
      importance: 0.5,
      state: 'active',
    },
    index: {
      terms: new Map([
        ['memory', 1],
        [`n${number % 97}`, 1 + (number % 3)],
      ]),
      length: 2,
      tokens: Uint16Array.of(number % 500, 700),
      contentTokens: 2,
      isQuestion: number % 2 === 0,
      namesTime: false,
      saidAs: null,
      speaker: number % 5 === 0 ? 'anna' : null,
      language: null,
    },
    vector: vectorOf('first', number),
    strength: initialStrength(0.5, number),
    joinsScene: true,
  }
}

test('[REC12] a process that starts from segments sees what one sees that was there all along', () => {
  const path = join(folder, 'memories.db')
  const writer = openWritingEngine(path)
  const old = inspectSqlite(path)
  const count = 9_000
  for (let first = 1; first <= count; first += 500) {
    const batch = Array.from({ length: 500 }, (_, place) => numbered(first + place))
    writer.commit([toSentBatch({ at: first, add: batch })])
  }
  const request = (model: string): CandidateRequest => ({
    filter: {},
    terms: ['memory', 'n5', 'nowhere'],
    vectors: [vectorOf(model, 4242)],
    perRetriever: 20,
    newest: 5,
    exhaustiveUpTo: Number.POSITIVE_INFINITY,
  })
  const before = old.find(request('first'))
  while (writer.packOne());

  // Changes after the packing: to rows in a segment, and in both models.
  writer.commit([
    { at: count + 1, change: [{ id: idOf(10), version: 1, importance: 0.9 }] },
    { at: count + 2, change: [{ id: idOf(5000), version: 1, state: 'hidden' }] },
    { at: count + 3, change: [{ id: idOf(20), version: 1, validTo: 5 }] },
    { at: count + 4, embed: [{ id: idOf(30), vector: vectorOf('first', 99) }] },
  ])
  const all = Array.from({ length: count }, (_, place) => place + 1)
  for (let from = 0; from < all.length; from += 1000) {
    const embed = all.slice(from, from + 1000).map((each) => ({ id: idOf(each), vector: vectorOf('second', each) }))
    writer.commit([{ at: count + 5, embed }])
  }
  while (writer.packOne());

  const fresh = inspectSqlite(path)
  for (const model of ['first', 'second']) {
    const asked = request(model)
    const found = fresh.find(asked)
    expect(plainSet(found, asked)).toEqual(plainSet(old.find(asked), asked))
    expect(found.total).toBe(before.total - 2)
    expect(found.candidates.find(({ id }) => id === idOf(10))?.importance).toBe(0.9)
  }
  const sound = plainSet(fresh.find(request('first')), request('first'))
  const reader = openReadingEngine(path)
  expect(reader.unembedded('second', 1)).toEqual([])
  for (const each of [writer, reader, old, fresh]) each.close()
  const connection = openConnection(path)
  const packed = connection.prepare('SELECT model, first FROM vector_segments ORDER BY model, first').all()
  expect(packed.map((row) => ({ ...(row as object) }))).toEqual(
    [1, 2].flatMap((model) => [1, 1 + segmentRows].map((first) => ({ model, first }))),
  )
  connection.exec('UPDATE vector_segments SET components = substr(components, 1, 300) WHERE first = 1')
  connection.close()
  // A segment is a copy: one that is not what was written is left aside for the rows.
  const misled = inspectSqlite(path)
  expect(plainSet(misled.find(request('first')), request('first'))).toEqual(sound)
  misled.close()
})
