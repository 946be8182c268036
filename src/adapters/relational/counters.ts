/** The last number of each sequence, and the statistics for ranking. PostgreSQL has them in one row of `totals`. */
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
  // The same of the questions that memories answer (REC25).
  'answers',
  'answer_length',
  // Cached numbers of names and terms are valid until this changes.
  'erasures',
] as const

export type Counters = Readonly<Record<(typeof counterNames)[number], number>>
