import { crc32 } from 'node:zlib'
import { labelsOf } from '../../relational/labels.js'
import type { MemoryRow } from '../../relational/memory-columns.js'
import { unpackTerms } from '../../relational/packing.js'
import { SceneTally } from '../../relational/scene-tally.js'
import type { Connection } from '../connection/connection.js'
import { Tally } from '../write/tally.js'
import { iterateRows } from './iterate-rows.js'
import { addSums } from './row-hash.js'

type Source = Pick<
  MemoryRow,
  'row' | 'scene' | 'speaker' | 'flags' | 'length' | 'language' | 'terms' | 'tags' | 'facets'
>

/** Rows between two looks at the clock of the caller. */
const rowsPerStep = 500

/**
 * Compares what is derived from the memories with the memories: the full-text index, labels, counts of words, scenes
 * and languages, totals. Yields now and then, within one snapshot; returns the names of the tables that do not agree.
 */
export function* derivedSteps(connection: Connection): Generator<void, string[]> {
  const expected = yield* fromMemories(connection)
  const wrong: string[] = []
  const expect = (table: string, isRight: boolean) => {
    if (!isRight) wrong.push(table)
  }
  expect('labels', (yield* sumOf(connection, 'SELECT label, row FROM labels', labelSum)) === expected.labels)
  expect('scenes', hasScenes(connection, expected.scenes))
  expect('languages', hasCounts(connection, 'SELECT code, documents FROM languages', expected.languages.counts))
  expect('terms', hasCounts(connection, 'SELECT id, documents FROM terms', expected.terms.counts))
  const totals = connection.prepare('SELECT documents, length FROM totals').get() as
    | { documents: number; length: number }
    | undefined
  expect('totals', totals?.documents === expected.documents && totals.length === expected.length)
  connection.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.posted USING fts5vocab (main, postings, 'instance')")
  const posted = yield* sumOf(connection, 'SELECT term, doc FROM temp.posted', (term, row) =>
    postingSum(Number.parseInt(String(term), 36), Number(row)),
  )
  expect('postings', posted === expected.postings)
  return wrong
}

function* fromMemories(connection: Connection) {
  const expected = { documents: 0, length: 0, labels: 0, postings: 0 }
  const [terms, languages] = [new Tally<number>(), new Tally<string>()]
  const scenes = new SceneTally()
  const select = connection.prepare(
    `SELECT row, scene, speaker, flags, length, language, terms, tags, facets FROM memories WHERE row > ? ORDER BY row LIMIT ${rowsPerStep}`,
  )
  for (let after = 0; ; ) {
    const rows = select.all(after) as unknown as Source[]
    for (const member of rows) {
      const { row, length, language, terms: packed, tags, facets } = member
      expected.documents++
      expected.length += length
      scenes.add(member)
      if (language !== null) languages.add(language)
      for (const label of labelsOf(JSON.parse(tags), JSON.parse(facets))) {
        expected.labels = addSums(expected.labels, labelSum(label, row))
      }
      for (const id of unpackTerms(packed)) {
        terms.add(id)
        expected.postings = addSums(expected.postings, postingSum(id, row))
      }
    }
    if (rows.length < rowsPerStep) return { ...expected, terms, scenes, languages }
    after = rows[rows.length - 1].row
    yield
  }
}

const labelSum = (label: unknown, row: unknown): number => crc32(`${row} ${label}`)

/** A hash of the pair: faster than a checksum, of which there are dozens for each memory. */
function postingSum(id: number, row: number): number {
  const mixed = Math.imul(Math.imul(id, 0x9e3779b1) ^ row, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0
}

function* sumOf(connection: Connection, sql: string, hash: (first: unknown, second: unknown) => number) {
  let sum = 0
  let rows = 0
  for (const [first, second] of iterateRows(connection, sql)) {
    sum = addSums(sum, hash(first, second))
    if (++rows % (20 * rowsPerStep) === 0) yield
  }
  return sum
}

/** A scene without members may be there or not. */
function hasScenes(connection: Connection, expected: SceneTally): boolean {
  const select = 'SELECT id, members, speakers, questions, conversation FROM scenes WHERE members <> 0'
  let found = 0
  for (const [id, members, speakers, questions, conversation] of iterateRows(connection, select)) {
    const scene = expected.sceneOf(id as number)
    if (scene === undefined || scene.members !== members || scene.speakers !== speakers) return false
    if (scene.questions !== questions || scene.conversation !== conversation) return false
    found++
  }
  return found === expected.size
}

/** A count of nothing may be there or not. */
function hasCounts(connection: Connection, sql: string, expected: ReadonlyMap<string | number, number>): boolean {
  let found = 0
  for (const [key, count] of iterateRows(connection, sql) as Iterable<[string | number, number]>) {
    if (count !== (expected.get(key) ?? 0)) return false
    if (count > 0) found++
  }
  return found === expected.size
}
