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

const clauseEnd =
  /[.:;!?](?=\s|$)|\n|,(?=\s+(?:and|but|or|so|yet|because|since|while|whereas|which|who|when|if|unless|although|though|then|not)\s)|\s[–—-](?=\s)/giu
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|dr|mr|mrs|ms|prof|st|no|nr|vs|e\.g|i\.e|etc|approx|ca|inc|ltd|co|jr|sr|fig|vol|dept|min|max)$/iu

/**
 * The text up to what closes its first clause: a line end, a punctuation mark, or a comma or a dash before the next clause.
 * The full stop of "Dr. Weber" closes none. Cut between code points.
 */
function firstClause(text: string): string {
  const trimmed = text.trim()
  const clause = firstPart(trimmed)
  const characters = Array.from(clause === '' ? trimmed : clause)
  return characters.slice(0, maxNameLength).join('')
}

function firstPart(text: string): string {
  for (const { 0: mark, index } of text.matchAll(clauseEnd)) {
    const clause = text.slice(0, index).trim()
    // No abbreviation is longer than ten characters.
    if (mark !== '.' || !abbreviation.test(clause.slice(-10))) return clause
  }
  return text
}
