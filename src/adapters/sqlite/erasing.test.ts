import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WorldWeaverError } from '../../errors.js'
import { initialStrength } from '../../memory/activation/forgetting.js'
import type { CandidateRequest, NewMemory, StoredVector } from '../../ports/memory-store.js'
import { Backups } from './backups.js'
import { type Connection, openConnection } from './connection.js'
import { copyDatabase } from './copy-database.js'
import { openReadingEngine, openWritingEngine, type ReadingEngine, type WritingEngine } from './engine.js'
import { finishErasing } from './finish-erasing.js'
import { unpackSet } from './packed-candidates.js'
import { segmentRows } from './segment.js'

let folder: string
let path: string
let writer: WritingEngine
let reader: ReadingEngine
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ww-erasing-'))
  path = join(folder, 'memories.db')
  writer = openWritingEngine(path)
  reader = openReadingEngine(path)
})
afterEach(() => {
  for (const engine of [writer, reader]) engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const idOf = (number: number) => `ep-00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
/** Like nothing else in the file, and in no order. */
const wordOf = (number: number) => createHash('sha256').update(String(number)).digest('hex').slice(0, 24)
const bytesOf = (what: string, number: number) => createHash('sha256').update(`${what}${number}`).digest()
const vectorOf = (number: number): StoredVector => ({ model: 'model', values: Int8Array.from(bytesOf('v', number)) })
const tokensOf = (number: number) => new Uint16Array(Uint8Array.from(bytesOf('t', number)).buffer)

function numbered(number: number): NewMemory {
  const word = wordOf(number)
  return {
    memory: {
      id: idOf(number),
      kind: 'episode',
      project: null,
      session: `s${number % 7}`,
      source: 'memory',
      text: `memory ${word}`,
      summary: null,
      facets: { name: word },
      tags: [word],
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
        [word, 1],
      ]),
      length: 2,
      tokens: tokensOf(number),
      contentTokens: 16,
      isQuestion: false,
      namesTime: false,
      speaker: number % 5 === 0 ? word : null,
      language: 'en',
    },
    vector: vectorOf(number),
    strength: initialStrength(0.5, number),
    joinsScene: true,
  }
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place)

function fill(last: number, to = writer): void {
  for (let from = 1; from <= last; from += 500) {
    to.commit([{ at: from, add: numbers(from, Math.min(from + 499, last)).map(numbered) }])
  }
}

const edgeBetween = (source: number, target: number) => ({
  source: idOf(source),
  target: idOf(target),
  type: 'RELATES_TO',
  weight: 0.5,
  validFrom: 1,
  validTo: null,
  coactivations: 0,
  coactivatedAt: null,
})

function erase(erased: readonly number[]) {
  writer.erase({ at: 1, ids: erased.map(idOf) })
  return reader.finishErasing()
}

/** The files that hold any trace of this memory. */
function filesWith(number: number, within = folder): string[] {
  const word = wordOf(number)
  const traces = [Buffer.from(word), Buffer.from(word, 'utf16le'), bytesOf('v', number), bytesOf('t', number)]
  return readdirSync(within)
    .filter((name) => {
      const bytes = readFileSync(join(within, name))
      return traces.some((trace) => bytes.includes(trace))
    })
    .sort()
}

const request = (number: number): CandidateRequest => ({
  filter: {},
  terms: ['memory', wordOf(number)],
  vector: vectorOf(number),
  perLeg: 20,
  newest: 5,
  exhaustiveUpTo: Number.POSITIVE_INFINITY,
})

describe('[OPS4] the bytes', () => {
  test('[OPS4] are in the database and its log, and after erasing in no file', () => {
    fill(20)
    expect(filesWith(7)).not.toEqual([])
    erase([7, 10])
    expect([...filesWith(7), ...filesWith(10)]).toEqual([])
    expect(filesWith(8)).toEqual(['memories.db'])
  })

  test('[OPS4] no table has a row more than if it had never been', () => {
    const rowCounts = (of: string) => {
      const connection = openConnection(of)
      const tables = ['memories', 'strengths', 'versions', 'labels', 'edges', 'vectors', 'scenes', 'names', 'terms']
      const others = ['postings_docsize', 'languages', 'unfinished_erasing']
      const count = (table: string) => connection.prepare(`SELECT count(*) AS n FROM ${table}`).get()
      const counts = [...tables, ...others].map((table) => [table, (count(table) as { n: number }).n])
      connection.close()
      return counts
    }
    const without = openWritingEngine(join(folder, 'without'))
    without.commit([{ at: 1, add: [numbered(1)] }])
    without.close()
    writer.commit([{ at: 1, add: [numbered(1), numbered(5_000), numbered(5_001)] }])
    writer.commit([
      { at: 2, change: [{ id: idOf(5_000), version: 1, tags: ['other'] }] },
      { at: 2, connect: [edgeBetween(1, 5_000), edgeBetween(5_001, 1)] },
    ])
    erase([5_000, 5_001])
    expect(rowCounts(path)).toEqual(rowCounts(join(folder, 'without')))
  })

  /** Words come in no order, so that pages of their indexes split, and leave copies behind that `secure_delete` misses. */
  test('[OPS4] also not in what SQLite left in the free parts of pages', () => {
    fill(6_000)
    const erased = numbers(1, 6_000).filter((number) => number % 4 === 0)
    erase(erased)
    const bytes = readFileSync(path, 'latin1')
    expect(erased.filter((number) => bytes.includes(wordOf(number)))).toEqual([])
    expect(bytes).toContain(wordOf(1))
  })

  test('[OPS4] the full-text index holds no postings of it', () => {
    fill(500)
    const size = () => {
      const connection = openConnection(path)
      const { bytes } = connection.prepare('SELECT sum(length(block)) AS bytes FROM postings_data').get() as {
        bytes: number
      }
      connection.close()
      return bytes
    }
    // In one segment, as it is after erasing anything.
    erase([500])
    const before = size()
    erase([7])
    expect(size()).toBeLessThan(before)
  })

  test('[OPS4] of a session go with its last memory, also from where background work stands', () => {
    const bookmark = 'consolidated ["s3",null]'
    fill(10)
    writer.commit([{ at: 1, bookmarks: { [bookmark]: 5, 'consolidated ["s33",null]': 6 } }])
    erase([3])
    expect(reader.bookmarks([bookmark])).toEqual({ [bookmark]: 5 })
    erase([10])
    expect(reader.bookmarks([bookmark, 'consolidated ["s33",null]'])).toEqual({ 'consolidated ["s33",null]': 6 })
  })
})

describe('[OPS4] packed segments', () => {
  test('[OPS4] hold it no more; a process that starts from them sees what one sees that was there all along', () => {
    fill(9_000)
    reader.findCandidates(request(1))
    while (writer.packOne());
    const erased = [1, 10, segmentRows, segmentRows + 1, 5_000, 8_999, 9_000]
    erase(erased)
    for (const number of erased) expect(filesWith(number)).toEqual([])
    // Rows behind the last are not given out again, and runs are still full where they were.
    writer.commit([{ at: 1, add: numbers(9_001, 9_010).map(numbered) }])
    while (writer.packOne());

    const fresh = openReadingEngine(path)
    for (const number of [10, 11, 5_000, 9_005]) {
      const seen = unpackSet(fresh.findCandidates(request(number)))
      const other = unpackSet(reader.findCandidates(request(number)))
      expect(seen.total).toBe(9_010 - erased.length)
      expect(seen.candidates.map(({ id, cosine, order }) => [id, cosine, order])).toEqual(
        other.candidates.map(({ id, cosine, order }) => [id, cosine, order]),
      )
      expect(seen.statistics).toEqual(other.statistics)
      expect(seen.candidates.some(({ cosine }) => cosine === 1)).toBe(!erased.includes(number))
    }
    expect(fresh.unembedded('model', 10)).toEqual([])
    fresh.close()
  })

  test('[OPS4] a whole run can go', () => {
    fill(segmentRows + 10)
    while (writer.packOne());
    erase(numbers(1, segmentRows))
    while (writer.packOne());
    const fresh = openReadingEngine(path)
    expect(unpackSet(fresh.findCandidates(request(1))).total).toBe(10)
    expect(fresh.unembedded('model', 1)).toEqual([])
    expect(fresh.unembedded('other', 1)).toMatchObject([{ id: idOf(segmentRows + 1) }])
    fresh.close()
  })
})

describe('[OPS4] backups', () => {
  const backup = (name: string) => {
    reader.backup(join(folder, name))
    return join(folder, name)
  }

  test('[OPS4] are rewritten in place, with nothing beside them', () => {
    fill(50)
    const copy = backup('copy')
    expect(filesWith(7)).toContain('copy')
    expect(erase([7])).toEqual([{ path: copy, action: 'rewritten' }])
    expect(filesWith(7)).toEqual([])
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy'])
    expect(filesWith(8)).toContain('copy')
    expect(erase([8])).toEqual([{ path: copy, action: 'rewritten' }])
  })

  test('[OPS4] one that cannot be read is deleted, with what stands beside it', () => {
    fill(50)
    const copy = backup('copy')
    writeFileSync(copy, readFileSync(copy).subarray(5_000))
    writeFileSync(`${copy}-wal`, wordOf(7))
    expect(filesWith(7)).toContain('copy')
    expect(erase([7])).toEqual([{ path: copy, action: 'deleted' }])
    expect(filesWith(7)).toEqual([])
    expect(erase([8])).toEqual([])
  })

  test('[OPS4] one of another schema is deleted', () => {
    fill(50)
    const copy = backup('copy')
    const connection = openConnection(copy)
    connection.exec('PRAGMA user_version = 999')
    connection.close()
    expect(erase([7])).toEqual([{ path: copy, action: 'deleted' }])
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  test('[OPS4] one that somebody took away is missing, once', () => {
    fill(50)
    const copy = backup('copy')
    rmSync(copy)
    expect(erase([7])).toEqual([{ path: copy, action: 'missing' }])
    expect(erase([8])).toEqual([])
  })

  test('[OPS4] one that holds none of it is left as it is', () => {
    fill(50)
    const copy = backup('copy')
    writer.commit([{ at: 1, add: [numbered(51)] }])
    expect(erase([51])).toEqual([])
    expect(filesWith(7)).toContain('copy')
    expect(erase([7])).toEqual([{ path: copy, action: 'rewritten' }])
  })

  test('[OPS4] a copy that was abandoned half-way goes', () => {
    fill(50)
    const partial = join(folder, 'copy.123.partial')
    const connection = openConnection(path)
    new Backups(connection, path).change({ add: [partial] })
    connection.close()
    writeFileSync(partial, wordOf(7))
    expect(erase([7])).toEqual([])
    expect(filesWith(7)).toEqual([])
  })

  test('[OPS4] a copy during which something is erased is made anew', () => {
    fill(50)
    const connection = openConnection(path)
    const copied: string[] = []
    const interrupted = {
      exec: (sql: string) => connection.exec(sql),
      get isTransaction() {
        return connection.isTransaction
      },
      prepare(sql: string) {
        const statement = connection.prepare(sql)
        if (!sql.startsWith('VACUUM INTO')) return statement
        return {
          run(target: string) {
            statement.run(target)
            copied.push(target)
            // Another process, between the copying and the naming of the copy.
            if (copied.length === 1) writer.erase({ at: 1, ids: [idOf(7)] })
          },
        }
      },
      // All of a connection that copying uses.
    } as unknown as Connection
    copyDatabase(interrupted, path, join(folder, 'copy'))
    connection.close()
    expect(copied).toHaveLength(2)
    expect(filesWith(7)).not.toContain('copy')
    expect(filesWith(8)).toContain('copy')
  })

  test('a copy that fails leaves neither a file nor a note', () => {
    fill(5)
    expect(() => backup('nowhere/copy')).toThrow()
    expect(erase([3])).toEqual([])
    expect(readdirSync(folder).filter((name) => !name.startsWith('memories.db'))).toEqual([])
  })

  test('[OPS4] in its folder are found when the folder has moved, and by a store that was restored from one', () => {
    const home = join(folder, 'home')
    const moved = join(folder, 'moved')
    mkdirSync(home)
    const first = openWritingEngine(join(home, 'memories.db'))
    fill(50, first)
    first.close()
    const copier = openReadingEngine(join(home, 'memories.db'))
    copier.backup(join(home, 'copy'))
    copier.close()
    renameSync(home, moved)
    // The store is lost; the copy takes its place.
    for (const name of readdirSync(moved)) if (name !== 'copy') rmSync(join(moved, name))
    writeFileSync(join(moved, 'memories.db'), readFileSync(join(moved, 'copy')))
    const restored = openWritingEngine(join(moved, 'memories.db'))
    restored.erase({ at: 1, ids: [idOf(7)] })
    const finishing = openReadingEngine(join(moved, 'memories.db'))
    expect(finishing.finishErasing()).toEqual([{ path: join(moved, 'copy'), action: 'rewritten' }])
    for (const engine of [restored, finishing]) engine.close()
    expect(filesWith(7, moved)).toEqual([])
    expect(filesWith(8, moved)).toEqual(['copy', 'memories.db'])
  })

  test('a copy that has become the store itself is not taken for its own backup', () => {
    fill(50)
    const copy = backup('copy')
    const asStore = openWritingEngine(copy)
    asStore.erase({ at: 1, ids: [idOf(7)] })
    const finishing = openReadingEngine(copy)
    expect(finishing.finishErasing()).toEqual([])
    for (const engine of [asStore, finishing]) engine.close()
    expect(filesWith(7)).not.toContain('copy')
  })
})

describe('[OPS4] what cannot be finished now', () => {
  test('[OPS4] a program that goes on reading: the error says that it is done, what remains, and when that goes', () => {
    fill(20)
    const other = openConnection(path)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM memories').get()
    writer.erase({ at: 1, ids: [idOf(7)] })
    const connection = openConnection(path)
    const attempt = () => finishErasing(connection, path, 50)
    expect(attempt).toThrow(WorldWeaverError)
    expect(attempt).toThrow(/are erased.*traces.*memories\.db.*another program still reads.*next opened/)
    expect(reader.get([idOf(7)])).toEqual([undefined])
    expect(filesWith(7)).not.toEqual([])
    other.exec('COMMIT')
    other.close()
    expect(finishErasing(connection, path, 50)).toEqual([])
    expect(filesWith(7)).toEqual([])
    connection.close()
  })

  test('[OPS4] goes when the store is next opened for writing', () => {
    fill(20)
    reader.backup(join(folder, 'copy'))
    writer.erase({ at: 1, ids: [idOf(7)] })
    expect(filesWith(7)).toContain('copy')
    openWritingEngine(path).close()
    expect(filesWith(7)).toEqual([])
    expect(reader.finishErasing()).toEqual([])
  })

  test('[OPS4] goes with the next erasing, for which it answers as well', () => {
    fill(20)
    reader.backup(join(folder, 'copy'))
    writer.erase({ at: 1, ids: [idOf(7)] })
    expect(erase([8]).map(({ path: copy, action }) => [basename(copy), action])).toEqual([['copy', 'rewritten']])
    expect([...filesWith(7), ...filesWith(8)]).toEqual([])
  })

  test('[OPS4] a backup that is in use waits for another time, and is not deleted', () => {
    fill(20)
    const copy = join(folder, 'copy')
    reader.backup(copy)
    const other = openConnection(copy)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM memories').get()
    writer.erase({ at: 1, ids: [idOf(7)] })
    const connection = openConnection(path)
    expect(() => finishErasing(connection, path, 50)).toThrow(/traces.*copy/)
    // The store itself is clean already.
    expect(filesWith(7).filter((name) => name.startsWith('memories'))).toEqual([])
    other.exec('COMMIT')
    other.close()
    expect(finishErasing(connection, path, 50)).toEqual([])
    expect(filesWith(7)).toEqual([])
    expect(filesWith(8)).toContain('copy')
    connection.close()
  })
})
