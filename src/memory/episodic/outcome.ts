import { type Facets, type Outcome, outcomes } from '../memory.js'

/** What did not say how it went, went neither way. */
export const outcomeOf = ({ outcome }: Facets): Outcome => outcomes.find((known) => known === outcome) ?? 'neutral'
