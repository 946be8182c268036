import { structuralTypes } from '../../memory/semantic/links.js'

/** Edges that activation runs along and that use strengthens. */
export const isSemantic = `edges.type NOT IN (${structuralTypes.map((type) => `'${type}'`).join(', ')})`
