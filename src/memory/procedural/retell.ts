import { facetsOfText } from '../facets-of-text.js'
import type { Facets } from '../memory.js'
import { clearedOfDeprecation } from './deprecation.js'
import { procedureOf, untold } from './procedure.js'

/**
 * The facets of a procedure whose text was corrected. The text takes the place of the steps, and nobody has tried it
 * that way yet: what was counted was counted on the old one, which keeps it. A name that came from the text follows it.
 */
export function retell(facets: Facets, text: string): Facets {
  const { domain, steps } = procedureOf(facets)
  const { parameters: _, variants: __, ...kept } = clearedOfDeprecation(facets)
  return { ...kept, ...untold, domain, ...(steps.length === 0 ? namesIn(text) : {}) }
}

function namesIn(text: string): Facets {
  const { name, trigger_pattern } = facetsOfText('procedure', text)
  return { name, trigger_pattern }
}
