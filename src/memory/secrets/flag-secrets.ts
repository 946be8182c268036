import type { Facets, Memory } from '../memory.js'
import type { Slices } from '../slices.js'
import { type SecretFinder, scanForSecrets } from './find-secrets.js'

type Content = Pick<Memory, 'text' | 'tags' | 'facets'> & { readonly summary?: string | null }

/** The facets with `secrets`, the kinds of secrets anywhere in the memory; without that facet when there are none. */
export function* flagSecrets(
  { text, summary, tags, facets }: Content,
  find: SecretFinder = scanForSecrets,
): Slices<Facets> {
  const { secrets: _, ...own } = facets
  const kinds = new Set<string>()
  const json = JSON.stringify(own)
  yield
  for (const part of [text, summary ?? '', tags.join('\n'), json]) {
    for (const { kind } of yield* find(part)) kinds.add(kind)
    yield
  }
  return kinds.size === 0 ? own : { ...own, secrets: [...kinds].sort() }
}

/** The same when only the facets change: known kinds stay, new ones are added. */
export function* flagSecretsInFacets(facets: Facets): Slices<Facets> {
  const found = yield* scanForSecrets(JSON.stringify({ ...facets, secrets: [] }))
  const kinds = found.map(({ kind }) => kind)
  const known = Array.isArray(facets.secrets) ? facets.secrets : []
  return kinds.every((kind) => known.includes(kind))
    ? facets
    : { ...facets, secrets: [...new Set([...known, ...kinds])].sort() }
}
