import { entryOf } from '../../entry-of.js'
import { entityTypes } from '../../memory.js'
import type { EntityType } from '../../semantic/entity.js'

const synonyms: Readonly<Record<string, EntityType>> = {
  people: 'PERSON',
  user: 'PERSON',
  human: 'PERSON',
  repository: 'PROJECT',
  repo: 'PROJECT',
  library: 'TOOL',
  framework: 'TOOL',
  software: 'TOOL',
  service: 'TOOL',
  technology: 'TOOL',
  method: 'TECHNIQUE',
  pattern: 'TECHNIQUE',
  practice: 'TECHNIQUE',
}

/** Elsewhere a type is any word. */
export function toEntityType(word: string): EntityType {
  const known = entityTypes.find((type) => type === word.trim().toUpperCase())
  return known ?? entryOf(synonyms, word.trim().toLowerCase()) ?? 'CONCEPT'
}

/** `relates to` as ours are written: RELATES_TO. */
export const toRelationType = (word: string): string =>
  word
    .trim()
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
