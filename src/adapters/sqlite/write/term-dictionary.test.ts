import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackCounts } from '../../relational/packing.js'
import { type Connection, inTransaction, openConnection } from '../connection/connection.js'
import { Statements } from '../connection/statements.js'
import { migrate } from '../schema/migrate.js'
import { migrations } from '../schema/schema.js'
import { TermDictionary } from './term-dictionary.js'

interface Batch {
  readonly documents: readonly (readonly string[])[]
  readonly isRefused: boolean
  /** Where the batch fails: before its words are set, or after this many documents; by default after the last. */
  readonly refusedAfter?: 'nothing' | number
}

let connection: Connection
let sql: Statements
let dictionary: TermDictionary

beforeEach(() => {
  connection = openConnection(':memory:')
  migrate(connection, ':memory:', migrations)
  sql = new Statements(connection)
  dictionary = new TermDictionary(sql)
})
afterEach(() => connection.close())

/** Each word once, and of each document which of them. */
function count(documents: readonly (readonly string[])[], by = dictionary, most = documents.length) {
  const words = [...new Set(documents.flat())]
  by.setWords(words)
  return documents
    .slice(0, most)
    .map((terms) => by.count(Uint32Array.from(terms.flatMap((term) => [words.indexOf(term), 1]))))
}

/** As the writer does: a transaction of batches, each in a savepoint. */
function commit(batches: readonly Batch[]): void {
  inTransaction(connection, () => {
    dictionary.begin()
    for (const { documents, isRefused, refusedAfter = documents.length } of batches) {
      connection.exec('SAVEPOINT batch')
      dictionary.savepoint()
      if (!isRefused) count(documents)
      else if (refusedAfter !== 'nothing') count(documents, dictionary, refusedAfter)
      if (isRefused) {
        connection.exec('ROLLBACK TO batch')
        dictionary.rollBack()
      }
      connection.exec('RELEASE batch')
    }
    dictionary.finish()
  })
}

/** In how many documents each term occurs, by the table. */
function stored(): Map<string, number> {
  const rows = sql.all<{ term: string; documents: number }>('SELECT term, documents FROM terms WHERE documents > 0')
  return new Map(rows.map(({ term, documents }) => [term, documents]))
}

test('[REC2] counts documents, not occurrences', () => {
  commit([{ documents: [['a', 'b'], ['a']], isRefused: false }])
  expect(stored()).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  )
})

test('a number is given once', () => {
  commit([{ documents: [['a', 'b']], isRefused: false }])
  inTransaction(connection, () => {
    dictionary.begin()
    const [known] = count([['a', 'b']])
    const other = new TermDictionary(sql)
    other.begin()
    expect(count([['b', 'a']], other)).toEqual([
      { packed: known.packed, encodedIds: known.encodedIds.split(' ').reverse().join(' ') },
    ])
  })
})

test('[REC2] a document has its terms with their counts, and by the numbers that they are found by', () => {
  inTransaction(connection, () => {
    dictionary.begin()
    dictionary.setWords(['a', 'b', 'c'])
    const { packed, encodedIds } = dictionary.count(Uint32Array.of(2, 300, 0, 1))
    const numberOf = (term: string) => sql.find<{ id: number }>('SELECT id FROM terms WHERE term = ?', term)?.id
    expect(unpackCounts(packed)).toEqual([
      [numberOf('a'), 1],
      [numberOf('c'), 300],
    ])
    expect(encodedIds.split(' ').map((each) => Number.parseInt(each, 36))).toEqual([numberOf('c'), numberOf('a')])
  })
})

test('[COM11] a refused batch leaves no counts and no terms', () => {
  commit([
    { documents: [['a'], ['a', 'new']], isRefused: true },
    { documents: [['a', 'other']], isRefused: false },
    { documents: [['a', 'new', 'other']], isRefused: true },
  ])
  expect(stored()).toEqual(
    new Map([
      ['a', 1],
      ['other', 1],
    ]),
  )
  expect(sql.all('SELECT term FROM terms')).toHaveLength(2)
})

test('[COM11] a transaction that failed as a whole leaves nothing to remember', () => {
  const failing = () =>
    inTransaction(connection, () => {
      dictionary.begin()
      count([['a']])
      throw new Error('the disk is full')
    })
  expect(failing).toThrow('the disk is full')
  dictionary.clearCache()
  commit([{ documents: [['b'], ['a']], isRefused: false }])
  expect(stored()).toEqual(
    new Map([
      ['b', 1],
      ['a', 1],
    ]),
  )
})

test('[COM11] counts are those of the accepted batches, whatever was refused between them', () => {
  const document = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 4 })
  const batch = fc.record({
    documents: fc.array(document, { maxLength: 3 }),
    isRefused: fc.boolean(),
    refusedAfter: fc.constantFrom('nothing' as const, 0, 1, 2, 3),
  })
  const transactions = fc.array(fc.array(batch, { maxLength: 5 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(transactions, (all) => {
      connection.exec('DELETE FROM terms')
      dictionary = new TermDictionary(sql)
      const expected = new Map<string, number>()
      for (const batches of all) {
        commit(batches)
        for (const { documents, isRefused } of batches) {
          if (isRefused) continue
          for (const term of documents.flat()) expected.set(term, (expected.get(term) ?? 0) + 1)
        }
      }
      expect(stored()).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
