import type { MemoryRow } from '../../relational/memory-columns.js'

/** In the order of their columns in a segment. */
export const numberFields = [
  'kind',
  'state',
  'outcome',
  'project',
  'session',
  'scene',
  'happened_at',
  'recorded_at',
  'valid_from',
  'valid_to',
  'importance',
  'flags',
  'speaker',
  'length',
  'content_tokens',
] as const

const columns = ['row', 'id', ...numberFields, 'terms', 'tokens'] as const

export const loadedColumns = columns.join(', ')

/** What the cache holds of a memory. */
export type LoadedRow = Pick<MemoryRow, (typeof columns)[number]>
