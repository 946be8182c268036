import type { MemoryRow } from '../../relational/memory-columns.js'
import { type MemoryColumns, selectedColumns } from '../../relational/stored-memory.js'

/** A row of `selectMemories`; `verifyChecksum` turns it into `MemoryColumns`. Old stores may lack digests. */
export type SelectedMemory = MemoryColumns & { readonly digest: MemoryRow['digest'] | null }

export const selectMemories = `
SELECT ${selectedColumns}, digest
FROM memories
LEFT JOIN strengths ON strengths.row = memories.row
LEFT JOIN names AS sessions ON sessions.id = memories.session
LEFT JOIN names AS projects ON projects.id = memories.project`
