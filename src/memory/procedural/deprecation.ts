import type { Facets } from '../memory.js'
import type { Procedure } from './procedure.js'

/** Idempotent: a deprecated procedure keeps its reason, unless it had none. */
export function deprecate(procedure: Procedure, reason: string | null): Procedure {
  const finalReason = procedure.deprecation_reason ?? reason
  return { ...procedure, deprecated: true, ...(finalReason === null ? {} : { deprecation_reason: finalReason }) }
}

/** The facets of a restored procedure, which may be used again. */
export function withoutDeprecation({
  deprecated: _,
  deprecation_reason: __,
  merged_into: ___,
  ...facets
}: Facets): Facets {
  return facets
}

/** CON4: deprecated in favour of the better one. */
export const mergedInto = (procedure: Procedure, best: string): Procedure => ({
  ...deprecate(procedure, `Merged into ${best}`),
  merged_into: best,
})
