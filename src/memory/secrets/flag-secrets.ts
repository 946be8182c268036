import type { Facets, Memory } from '../memory.js'
import { findSecrets } from './find-secrets.js'

type Told = Pick<Memory, 'text' | 'tags' | 'facets'> & { readonly summary?: string | null }

/** The facets with `secrets`, the kinds that the memory holds anywhere; without it when it holds none. */
export function flagSecrets({ text, summary, tags, facets }: Told): Facets {
  const { secrets: _, ...own } = facets
  const kinds = new Set([
    ...kindsIn(text),
    ...kindsIn(summary ?? ''),
    ...kindsIn(tags.join('\n')),
    ...kindsIn(JSON.stringify(own)),
  ])
  return kinds.size === 0 ? own : { ...own, secrets: [...kinds].sort() }
}

/** The same when only the facets are known to change. */
export function flagMoreSecrets(facets: Facets): Facets {
  const kinds = kindsIn(JSON.stringify({ ...facets, secrets: [] }))
  const known = Array.isArray(facets.secrets) ? facets.secrets : []
  return kinds.every((kind) => known.includes(kind))
    ? facets
    : { ...facets, secrets: [...new Set([...known, ...kinds])].sort() }
}

const kindsIn = (text: string): string[] => findSecrets(text).map(({ kind }) => kind)
