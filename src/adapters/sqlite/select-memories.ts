/** Everything of a memory, in the shape of `MemoryColumns`. */
export const selectMemories = `
SELECT memories.row, memories.id, kind, state, projects.name AS project, sessions.name AS session, scene, happened_at,
  recorded_at, valid_from, valid_to, importance, version, version_began_at, source, tags, facets, summary, text,
  stability, difficulty, reviewed_at, uses, recent_uses
FROM memories
JOIN strengths ON strengths.row = memories.row
JOIN names AS sessions ON sessions.id = memories.session
LEFT JOIN names AS projects ON projects.id = memories.project`
