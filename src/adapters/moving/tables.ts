/** What a column holds. Both engines have the same bytes in it, but for vectors, which each keeps in its own way. */
type Kind = 'whole' | 'real' | 'text' | 'bytes' | 'vector'

export interface Table {
  readonly name: string
  readonly columns: Readonly<Record<string, Kind>>
  /** Columns that tell its rows apart, and put them in an order that both engines agree on. */
  readonly key: readonly string[]
  /** Rows that are held at once. */
  readonly atOnce: number
}

/** A row, its values in the order of the table's columns. Vectors are their components, a byte each. */
export type Row = readonly Value[]
export type Value = string | number | Uint8Array | null

const table = (name: string, key: readonly string[], columns: Table['columns'], atOnce = 2_000): Table => ({
  name,
  columns,
  key,
  atOnce,
})

/**
 * All that a tenant has, in both engines alike. Left out is what is made from the rest (postings, packed segments) and
 * what is worth nothing elsewhere (leases, counted calls).
 */
export const tables: readonly Table[] = [
  table('names', ['id'], { id: 'whole', name: 'text' }),
  table('scenes', ['id'], { id: 'whole', members: 'whole' }),
  table('terms', ['id'], { id: 'whole', term: 'text', documents: 'whole' }),
  table('languages', ['code'], { code: 'text', documents: 'whole' }),
  table('models', ['id'], { id: 'whole', identity: 'text', dimensions: 'whole' }),
  table(
    'memories',
    ['row'],
    {
      row: 'whole',
      id: 'text',
      kind: 'whole',
      state: 'whole',
      outcome: 'whole',
      project: 'whole',
      session: 'whole',
      scene: 'whole',
      happened_at: 'whole',
      recorded_at: 'whole',
      valid_from: 'whole',
      valid_to: 'whole',
      importance: 'real',
      version: 'whole',
      version_began_at: 'whole',
      flags: 'whole',
      speaker: 'whole',
      length: 'whole',
      content_tokens: 'whole',
      language: 'text',
      terms: 'bytes',
      tokens: 'bytes',
      source: 'text',
      tags: 'text',
      facets: 'text',
      summary: 'text',
      text: 'text',
      digest: 'whole',
    },
    // With the longest texts that the doors take, tens of megabytes.
    200,
  ),
  table('strengths', ['row'], {
    row: 'whole',
    stability: 'real',
    difficulty: 'real',
    reviewed_at: 'whole',
    uses: 'whole',
    recent_uses: 'text',
  }),
  table('versions', ['row', 'version'], {
    row: 'whole',
    version: 'whole',
    began_at: 'whole',
    ended_at: 'whole',
    state: 'whole',
    valid_to: 'whole',
    importance: 'real',
    tags: 'text',
    facets: 'text',
  }),
  table('labels', ['label', 'row'], { label: 'text', row: 'whole' }),
  table('edges', ['id'], {
    id: 'whole',
    source: 'whole',
    target: 'whole',
    type: 'text',
    weight: 'real',
    valid_from: 'whole',
    valid_to: 'whole',
    coactivations: 'whole',
    coactivated_at: 'whole',
  }),
  table('structures', ['row'], { row: 'whole', body: 'text' }, 500),
  table('vectors', ['model', 'row'], { model: 'whole', row: 'whole', components: 'vector' }, 1_000),
  table('changes', ['seq'], { seq: 'whole', row: 'whole', what: 'whole', at: 'whole' }),
  table('workflows', ['id'], { id: 'text', revision: 'whole', body: 'text' }, 200),
  table(
    'runs',
    ['message_id'],
    {
      message_id: 'text',
      workflow: 'text',
      number: 'whole',
      lease_until: 'whole',
      ended_at: 'whole',
      body: 'text',
    },
    200,
  ),
  table('turns', ['message_id'], { message_id: 'text', workflow: 'text', number: 'whole', body: 'text' }, 200),
  table('events', ['seq'], { seq: 'whole', workflow: 'text', id: 'whole', message_id: 'text', body: 'text' }, 500),
  table('bookmarks', ['name'], { name: 'text', value: 'text' }, 200),
  table('backups', ['path'], { path: 'text' }),
  table('unfinished_erasing', ['place', 'id'], { place: 'text', id: 'text' }),
]

/** Whose rows are somebody's: a store that was only opened once has none. */
export const tellingTables: readonly Table[] = tables.filter(({ name }) =>
  ['memories', 'changes', 'workflows'].includes(name),
)

export const columnsOf = (of: Table): readonly string[] => Object.keys(of.columns)

export function keyOf(of: Table, row: Row): Row {
  const columns = columnsOf(of)
  return of.key.map((column) => row[columns.indexOf(column)])
}
