import { facetsOfText } from '../facets-of-text.js'
import { fromMemoryType, type MemoryType } from '../import-export/memory-type.js'
import { domains, type Facets, type Kind } from '../memory.js'
import { entityFacets, entityKey } from '../semantic/entity.js'
import { truncate } from './truncate.js'

/** The memory that `gwt_store` creates from a content. */
export interface MemoryDraft {
  readonly kind: Kind
  /** The content, unchanged. */
  readonly text: string
  readonly summary: string | null
  readonly facets: Facets
}

const maxSummaryCharacters = 200

/**
 * WSP1. `takenKeys` are the `entityKey`s of the session's current FACTs; the names of other memories may repeat.
 */
export function draftMemory(
  type: MemoryType,
  content: string,
  tags: readonly string[],
  takenKeys: ReadonlySet<string> = new Set(),
): MemoryDraft {
  const kind = fromMemoryType(type)
  const facets = facetsOfText(kind, content)
  if (kind === 'entity') {
    const name = freeName(String(facets.name), takenKeys)
    const summary = truncate(content.trim(), maxSummaryCharacters)
    const entity = { name, entityType: 'FACT', summary, details: content } as const
    return { kind, text: content, summary, facets: entityFacets(entity, null) }
  }
  const ownFacets = kind === 'procedure' ? { ...facets, domain: domainOf(tags) } : facets
  return { kind, text: content, summary: null, facets: ownFacets }
}

/** The name, with ` (2)`, ` (3)` … appended when it is taken. */
function freeName(name: string, takenKeys: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!takenKeys.has(entityKey(candidate, 'FACT'))) return candidate
  }
}

function domainOf(tags: readonly string[]): (typeof domains)[number] {
  const tagged = tags.map((tag) => /^domain:(.+)$/.exec(tag)?.[1])
  return domains.find((domain) => tagged.includes(domain)) ?? 'coding'
}
