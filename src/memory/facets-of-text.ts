import type { Facets, Kind } from './memory.js'
import { untold } from './procedural/procedure.js'
import { entityFacets } from './semantic/entity.js'

const longestName = 120

/** The facets of a memory of which only the text was told. */
export function facetsOfText(kind: Kind, text: string): Facets {
  switch (kind) {
    case 'episode':
      return { outcome: 'neutral' }
    case 'entity':
      return entityFacets({ name: firstClause(text), entityType: 'FACT', details: null }, null)
    case 'procedure':
      return { name: firstClause(text), trigger_pattern: firstClause(text), ...untold }
    case 'lesson':
      return { key_lesson: text }
    case 'note':
      return {}
  }
}

/** Up to the first full stop, colon, semicolon or line end that closes a clause; whole characters only. */
function firstClause(text: string): string {
  const [clause] = text.trim().split(/[.:;!?](?=\s|$)|\n/u, 1)
  const characters = Array.from(clause.trim() === '' ? text.trim() : clause.trim())
  return characters.slice(0, longestName).join('')
}
