/** The last number given of each sort, and the statistics of ranking: what `totals` of PostgreSQL has in one row. */
export const counterNames = [
  'seq',
  'event',
  'row',
  'term',
  'name',
  'scene',
  'edge',
  'documents',
  'length',
  // Numbers of names and terms that a process remembers hold for as long as this count stands still.
  'erasures',
] as const

export type Counters = Readonly<Record<(typeof counterNames)[number], number>>
