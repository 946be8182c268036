import { type Facets, type Outcome, outcomes } from '../memory.js'

/** The stored outcome; `neutral` when there is none. */
export const outcomeOf = ({ outcome }: Facets): Outcome => outcomes.find((known) => known === outcome) ?? 'neutral'
