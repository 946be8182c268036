import type { MemoryRow } from './memory-columns.js'

/** What erasing reads of a memory, to remove everything that only this memory used. */
export type ErasedRow = Pick<
  MemoryRow,
  'row' | 'project' | 'session' | 'speaker' | 'scene' | 'flags' | 'length' | 'language' | 'terms' | 'tags' | 'facets'
>
