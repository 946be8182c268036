import { type ColumnType, memoryColumnTypes } from '../relational/memory-columns.js'

export interface Table {
  readonly name: string
  /** Both engines store equal values, except vectors, whose encoding differs. */
  readonly columns: Readonly<Record<string, ColumnType | 'vector'>>
  /** The primary key. Both engines sort by it in the same order. */
  readonly key: readonly string[]
  /** How many rows are read at once. */
  readonly pageSize: number
}

/** Values in the order of the table's columns. A vector has one byte per component. */
export type Row = readonly Value[]
export type Value = string | number | Uint8Array | null

const table = (name: string, key: readonly string[], columns: Table['columns'], pageSize = 2_000): Table => ({
  name,
  columns,
  key,
  pageSize,
})

/**
 * The tables of a tenant, which both engines have. Derived data (postings, packed segments) and data that is worthless
 * elsewhere (leases, counted calls) are left out.
 */
export const tables: readonly Table[] = [
  table('names', ['id'], { id: 'bigint', name: 'text' }),
  table('scenes', ['id'], {
    id: 'bigint',
    members: 'bigint',
    speakers: 'text',
    questions: 'bigint',
    conversation: 'bigint',
  }),
  table('terms', ['id'], { id: 'bigint', term: 'text', documents: 'bigint' }),
  table('languages', ['code'], { code: 'text', documents: 'bigint' }),
  table('models', ['id'], { id: 'bigint', identity: 'text', dimensions: 'bigint' }),
  table(
    'memories',
    ['row'],
    memoryColumnTypes,
    // With texts of the maximum length, a page has tens of megabytes.
    200,
  ),
  table('strengths', ['row'], {
    row: 'bigint',
    stability: 'float8',
    difficulty: 'float8',
    reviewed_at: 'bigint',
    uses: 'bigint',
    recent_uses: 'text',
    accessed_at: 'bigint',
  }),
  table('versions', ['row', 'version'], {
    row: 'bigint',
    version: 'bigint',
    began_at: 'bigint',
    ended_at: 'bigint',
    state: 'bigint',
    valid_to: 'bigint',
    importance: 'float8',
    tags: 'text',
    facets: 'text',
    door: 'text',
    client: 'text',
    key_id: 'text',
  }),
  table('labels', ['label', 'row'], { label: 'text', row: 'bigint' }),
  table('edges', ['id'], {
    id: 'bigint',
    source: 'bigint',
    target: 'bigint',
    type: 'text',
    weight: 'float8',
    valid_from: 'bigint',
    valid_to: 'bigint',
    coactivations: 'bigint',
    coactivated_at: 'bigint',
  }),
  table('structures', ['row'], { row: 'bigint', body: 'text' }, 500),
  table('vectors', ['model', 'row'], { model: 'bigint', row: 'bigint', components: 'vector' }, 1_000),
  table(
    'answers',
    ['row'],
    { row: 'bigint', model: 'bigint', terms: 'bytea', tokens: 'bytea', vectors: 'bytea' },
    1_000,
  ),
  table('changes', ['seq'], { seq: 'bigint', row: 'bigint', what: 'bigint', at: 'bigint' }),
  table('workflows', ['id'], { id: 'text', revision: 'bigint', body: 'text' }, 200),
  table(
    'runs',
    ['message_id'],
    {
      message_id: 'text',
      workflow: 'text',
      number: 'bigint',
      lease_until: 'bigint',
      ended_at: 'bigint',
      body: 'text',
    },
    200,
  ),
  table('turns', ['message_id'], { message_id: 'text', workflow: 'text', number: 'bigint', body: 'text' }, 200),
  table('events', ['seq'], { seq: 'bigint', workflow: 'text', id: 'bigint', message_id: 'text', body: 'text' }, 500),
  table('bookmarks', ['name'], { name: 'text', value: 'text' }, 200),
  table('backups', ['path'], { path: 'text' }),
  table('unfinished_erasing', ['place', 'id'], { place: 'text', id: 'text' }),
]

/** The tables that are empty in a store that was only opened. */
export const contentTables: readonly Table[] = tables.filter(({ name }) =>
  ['memories', 'changes', 'workflows'].includes(name),
)

export const columnsOf = (of: Table): readonly string[] => Object.keys(of.columns)

export function keyOf(of: Table, row: Row): Row {
  const columns = columnsOf(of)
  return of.key.map((column) => row[columns.indexOf(column)])
}
