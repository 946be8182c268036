import type { Facets, Memory } from '../memory.js'
import { findSecrets, type SecretFinder } from './find-secrets.js'

type Content = Pick<Memory, 'text' | 'tags' | 'facets'> & { readonly summary?: string | null }

/** The facets with `secrets`, the kinds of secrets anywhere in the memory; without that facet when there are none. */
export function flagSecrets({ text, summary, tags, facets }: Content, find: SecretFinder = findSecrets): Facets {
  const kindsIn = (part: string) => find(part).map(({ kind }) => kind)
  const { secrets: _, ...own } = facets
  const kinds = new Set([
    ...kindsIn(text),
    ...kindsIn(summary ?? ''),
    ...kindsIn(tags.join('\n')),
    ...kindsIn(JSON.stringify(own)),
  ])
  return kinds.size === 0 ? own : { ...own, secrets: [...kinds].sort() }
}

/** The same when only the facets change: known kinds stay, new ones are added. */
export function flagSecretsInFacets(facets: Facets): Facets {
  const kinds = findSecrets(JSON.stringify({ ...facets, secrets: [] })).map(({ kind }) => kind)
  const known = Array.isArray(facets.secrets) ? facets.secrets : []
  return kinds.every((kind) => known.includes(kind))
    ? facets
    : { ...facets, secrets: [...new Set([...known, ...kinds])].sort() }
}
