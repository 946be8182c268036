import type { RelationType } from '../../semantic/links.js'
import type { NamedType } from './extraction.js'
import { findKnown } from './gazetteer.js'
import type { Mention } from './reading.js'

/** The referents of "we" and "I". */
export interface Party {
  readonly project: string | null
  readonly speaker: string | null
}

/** A relation between names as the mentions give them. */
export interface Stated {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** It held, and the text says that it no longer does. */
  readonly isEnded?: true
}

export interface End {
  readonly name: string
  readonly type: NamedType
}

export const toEnd = ({ name, type }: Mention): End => ({ name, type: type ?? 'CONCEPT' })

export function pair(type: RelationType, sources: readonly End[], targets: readonly End[]): Stated[] {
  return sources.flatMap((source) =>
    targets
      .filter((target) => source.name !== target.name && isPlausible(type, source, target))
      .map((target) => ({ source: source.name, target: target.name, type })),
  )
}

/** Rules out relations that grammar alone allows, such as a person who uses a city. */
function isPlausible(type: RelationType, source: End, target: End): boolean {
  const isKnown = findKnown(target.name) !== undefined
  switch (type) {
    case 'USES':
      return target.type !== 'PERSON' && (target.type !== 'CONCEPT' || isKnown)
    case 'REQUIRES':
      return source.type !== 'PERSON' || target.type !== 'PERSON'
    case 'CAUSES':
      return source.type !== 'PERSON' && target.type !== 'PERSON'
    case 'IMPLEMENTS':
      return target.type === 'TECHNIQUE' || (target.type === 'CONCEPT' && isKnown)
    case 'PRODUCES':
      return target.type !== 'PERSON' && source.type !== 'TECHNIQUE'
    case 'PART_OF':
      return target.type !== 'PERSON' && target.type !== 'TECHNIQUE'
    case 'SIMILAR_TO':
      return (source.type === 'PERSON') === (target.type === 'PERSON')
  }
}
