import type { Facets, Kind } from './memory.js'
import { emptyProcedure } from './procedural/procedure.js'
import { entityFacets } from './semantic/entity.js'

const maxNameLength = 120

/** The facets of a memory that was stored as text only. */
export function facetsOfText(kind: Kind, text: string): Facets {
  switch (kind) {
    case 'episode':
      return { outcome: 'neutral' }
    case 'entity':
      return entityFacets({ name: firstClause(text), entityType: 'FACT', details: null }, null)
    case 'procedure':
      return { name: firstClause(text), trigger_pattern: firstClause(text), ...emptyProcedure }
    case 'lesson':
      return { key_lesson: text }
    case 'note':
      return {}
  }
}

/** The text up to the first punctuation mark or line end that closes a clause, cut between code points. */
function firstClause(text: string): string {
  const [clause] = text.trim().split(/[.:;!?](?=\s|$)|\n/u, 1)
  const characters = Array.from(clause.trim() === '' ? text.trim() : clause.trim())
  return characters.slice(0, maxNameLength).join('')
}
