import { entityTypes } from '../../memory/memory.js'
import type { EntityType } from '../../memory/semantic/entity.js'
import { ownEntry } from '../../plain-object.js'

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

/** Other programs use any word as a type. */
export function toEntityType(word: string): EntityType {
  const known = entityTypes.find((type) => type === word.trim().toUpperCase())
  return known ?? ownEntry(synonyms, word.trim().toLowerCase()) ?? 'CONCEPT'
}

/** `relates to` becomes RELATES_TO. */
export const toRelationType = (word: string): string =>
  word
    .trim()
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 100)
