import type { Facets } from '../memory.js'
import type { Procedure } from './procedure.js'

/** Idempotent: what is deprecated already keeps its reason, unless it had none. */
export function deprecate(procedure: Procedure, reason: string | null): Procedure {
  const kept = procedure.deprecation_reason ?? reason
  return { ...procedure, deprecated: true, ...(kept === null ? {} : { deprecation_reason: kept }) }
}

/** What is brought back is to be used again, whatever spoke against it. */
export function clearedOfDeprecation({
  deprecated: _,
  deprecation_reason: __,
  merged_into: ___,
  ...facets
}: Facets): Facets {
  return facets
}
