import { structuralTypes } from '../../memory/semantic/links.js'

/** The edges along which activation spreads and which use strengthens. */
export const isSemantic = `edges.type NOT IN (${structuralTypes.map((type) => `'${type}'`).join(', ')})`
