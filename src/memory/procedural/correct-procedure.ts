import { facetsOfText } from '../facets-of-text.js'
import type { Facets } from '../memory.js'
import { withoutDeprecation } from './deprecation.js'
import { emptyProcedure, procedureOf } from './procedure.js'

/**
 * The facets of a procedure whose text was corrected. The text replaces the steps, and its statistics start again: the
 * old version keeps its own. A name that was derived from the text is derived again.
 */
export function correctProcedure(facets: Facets, text: string): Facets {
  const { domain, steps } = procedureOf(facets)
  const { parameters: _, variants: __, ...rest } = withoutDeprecation(facets)
  return { ...rest, ...emptyProcedure, domain, ...(steps.length === 0 ? namesIn(text) : {}) }
}

function namesIn(text: string): Facets {
  const { name, trigger_pattern } = facetsOfText('procedure', text)
  return { name, trigger_pattern }
}
