import type { Memory } from '../../memory/memory.js'
import { findSecrets } from '../../memory/secrets/find-secrets.js'

/** The kinds that it was flagged for when it was written, and those that are known today: rules are added. */
export function secretsIn({ text, facets: { secrets } }: Pick<Memory, 'text' | 'facets'>): string[] {
  const flagged = Array.isArray(secrets) ? secrets.filter((kind) => typeof kind === 'string') : []
  return [...new Set([...flagged, ...findSecrets(text).map(({ kind }) => kind)])].sort()
}
