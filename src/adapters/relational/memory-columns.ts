import type { Memory } from '../../memory/memory.js'
import type { Origin } from '../../memory/origin.js'
import type { TextIndex } from '../../memory/recall/text/text-index.js'
import { flagsOf, kindCode, outcomeOf, stateCode } from './codes.js'
import { toBytes } from './packing.js'
import { digestOf } from './text-digest.js'

/** PostgreSQL's names; SQLite stores the same values with its own affinities. */
export type ColumnType = 'smallint' | 'int' | 'bigint' | 'float8' | 'text' | 'bytea'

/** A new memory, and the numbers that the engine gave to what it refers to. */
interface NewRow {
  readonly memory: Memory
  readonly index: Omit<TextIndex, 'terms'>
  readonly ids: {
    readonly project: number
    readonly session: number
    readonly scene: number
    readonly speaker: number
  }
  readonly packedTerms: Uint8Array
  readonly origin: Origin | null
}

const column = <Value extends string | number | null | Uint8Array>(
  type: ColumnType,
  read: (added: NewRow) => Value,
) => ({ type, read })

const firstVersion = 1

/**
 * The columns of `memories` in both engines, and what a new memory has in each. Inserts, copies between engines,
 * backups and the types of rows derive from this list. `row`, the primary key, comes before them.
 */
const columns = {
  id: column('text', ({ memory }) => memory.id),
  kind: column('smallint', ({ memory }) => kindCode.toCode(memory.kind)),
  state: column('smallint', ({ memory }) => stateCode.toCode(memory.state)),
  outcome: column('smallint', ({ memory }) => outcomeOf(memory.facets)),
  project: column('int', ({ ids }) => ids.project),
  session: column('int', ({ ids }) => ids.session),
  scene: column('int', ({ ids }) => ids.scene),
  happened_at: column('bigint', ({ memory }) => memory.happenedAt),
  recorded_at: column('bigint', ({ memory }) => memory.recordedAt),
  valid_from: column('bigint', ({ memory }) => memory.validFrom),
  valid_to: column('bigint', ({ memory }) => memory.validTo),
  importance: column('float8', ({ memory }) => memory.importance),
  version: column('int', (): number => firstVersion),
  version_began_at: column('bigint', ({ memory }) => memory.recordedAt),
  flags: column('smallint', ({ index }) => flagsOf(index)),
  speaker: column('int', ({ ids }) => ids.speaker),
  length: column('int', ({ index }) => index.length),
  content_tokens: column('int', ({ index }) => index.contentTokens),
  language: column('text', ({ index }) => index.language),
  terms: column('bytea', ({ packedTerms }) => packedTerms),
  tokens: column('bytea', ({ index }) => toBytes(index.tokens)),
  source: column('text', ({ memory }) => memory.source),
  tags: column('text', ({ memory }) => JSON.stringify(memory.tags)),
  facets: column('text', ({ memory }) => JSON.stringify(memory.facets)),
  summary: column('text', ({ memory }) => memory.summary),
  text: column('text', ({ memory }) => memory.text),
  digest: column('bigint', ({ memory }) => digestOf(memory.id, memory.text)),
  door: column('text', ({ origin }): string | null => origin?.door ?? null),
  client: column('text', ({ origin }) => origin?.client ?? null),
  key_id: column('text', ({ origin }) => origin?.key ?? null),
}

type Columns = typeof columns

/** A row of `memories`. */
export type MemoryRow = { readonly row: number } & {
  readonly [Name in keyof Columns]: ReturnType<Columns[Name]['read']>
}

/** All columns but `row`, in the order of `memoryValues`. */
export const memoryColumnNames = Object.keys(columns) as readonly (keyof Columns)[]

/** The type of every column, `row` first. */
export const memoryColumnTypes = {
  row: 'int',
  ...Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
} as { readonly [Name in keyof MemoryRow]: ColumnType }

const readers = Object.values(columns).map(({ read }) => read)

export const memoryValues = (added: NewRow): (string | number | null | Uint8Array)[] =>
  readers.map((read) => read(added))
