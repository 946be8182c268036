import { extractByRules } from '../../memory/consolidation/extraction/extract-by-rules.js'
import type { Extraction } from '../../memory/consolidation/extraction/extraction.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import type { OperationContext } from '../operation-context.js'

/** CON3: what an episode names, and what it says about it. */
export async function extract(
  { text, facets }: StoredMemory,
  _context: OperationContext,
): Promise<Extraction & { readonly by: 'model' | 'rules' }> {
  const context = facets.context !== null && typeof facets.context === 'object' ? (facets.context as Facets) : {}
  const speaker = typeof context.speaker === 'string' ? context.speaker : null
  return { ...(await extractByRules({ text, context, speaker })), by: 'rules' }
}
