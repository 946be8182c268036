import type { MemoryColumns } from '../relational/stored-memory.js'

/** A row of `selectMemories`: to be asserted intact before it is told. */
export type SelectedMemory = MemoryColumns & { readonly digest: number | null }

/** Everything of a memory. */
export const selectMemories = `
SELECT memories.row, memories.id, kind, state, projects.name AS project, sessions.name AS session, scene, happened_at,
  recorded_at, valid_from, valid_to, importance, version, version_began_at, source, tags, facets, summary, text, digest,
  stability, difficulty, reviewed_at, uses, recent_uses
FROM memories
LEFT JOIN strengths ON strengths.row = memories.row
LEFT JOIN names AS sessions ON sessions.id = memories.session
LEFT JOIN names AS projects ON projects.id = memories.project`
