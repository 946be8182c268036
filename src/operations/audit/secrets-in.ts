import type { Memory } from '../../memory/memory.js'
import { findSecrets } from '../../memory/secrets/find-secrets.js'

/** The kinds that the memory was flagged with when written, and those that today's rules find. */
export function secretsIn({ text, facets: { secrets } }: Pick<Memory, 'text' | 'facets'>): string[] {
  const flagged = Array.isArray(secrets) ? secrets.filter((kind) => typeof kind === 'string') : []
  return [...new Set([...flagged, ...findSecrets(text).map(({ kind }) => kind)])].sort()
}
