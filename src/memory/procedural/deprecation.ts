import type { Procedure } from './procedure.js'

/** Idempotent: what is deprecated already keeps its reason, unless it had none. */
export function deprecate(procedure: Procedure, reason: string | null): Procedure {
  const kept = procedure.deprecation_reason ?? reason
  return { ...procedure, deprecated: true, ...(kept === null ? {} : { deprecation_reason: kept }) }
}
