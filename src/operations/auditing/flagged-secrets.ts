import type { Memory } from '../../memory/memory.js'

/** The kinds of secrets that its text was flagged for when it was written. */
export function flaggedSecrets({ facets: { secrets } }: Pick<Memory, 'facets'>): string[] {
  return Array.isArray(secrets) ? secrets.filter((kind) => typeof kind === 'string') : []
}
