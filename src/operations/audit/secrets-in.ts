import type { Memory } from '../../memory/memory.js'
import { scanForSecrets } from '../../memory/secrets/find-secrets.js'
import type { Slices } from '../../memory/slices.js'

/** The kinds that the memory was flagged with when written, and those that today's rules find. */
export function* secretsIn({ text, facets: { secrets } }: Pick<Memory, 'text' | 'facets'>): Slices<string[]> {
  const flagged = Array.isArray(secrets) ? secrets.filter((kind) => typeof kind === 'string') : []
  return [...new Set([...flagged, ...(yield* scanForSecrets(text)).map(({ kind }) => kind)])].sort()
}
