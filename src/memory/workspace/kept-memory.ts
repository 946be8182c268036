import { facetsOfText } from '../facets-of-text.js'
import { domains, type Facets, type Kind } from '../memory.js'
import { fromMemoryType, type MemoryType } from '../moving/memory-type.js'
import { entityFacets, entityKey } from '../semantic/entity.js'
import { atMost } from './at-most.js'

/** What `gwt_store` makes of a content. */
export interface KeptMemory {
  readonly kind: Kind
  /** Byte for byte. */
  readonly text: string
  readonly summary: string | null
  readonly facets: Facets
}

const longestSummary = 200

/**
 * WSP1. `takenKeys` are the `entityKey`s of the current FACTs of the session; names of other memories may repeat.
 */
export function keepContent(
  type: MemoryType,
  content: string,
  tags: readonly string[],
  takenKeys: ReadonlySet<string> = new Set(),
): KeptMemory {
  const kind = fromMemoryType(type)
  const facets = facetsOfText(kind, content)
  if (kind === 'entity') {
    const name = freeName(String(facets.name), takenKeys)
    const summary = atMost(content.trim(), longestSummary)
    const entity = { name, entityType: 'FACT', summary, details: content } as const
    return { kind, text: content, summary, facets: entityFacets(entity, null) }
  }
  const told = kind === 'procedure' ? { ...facets, domain: domainOf(tags) } : facets
  return { kind, text: content, summary: null, facets: told }
}

/** The name, or with ` (2)`, ` (3)` … behind it. */
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
