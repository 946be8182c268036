import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { defaultWeights, resolveWeights } from '../../memory/activation/weights.js'
import { type Occasion, type Spoken, speak } from '../../operations/habit/speak.js'
import type { MemoryStore } from '../../ports/memory-store.js'

export const embedder = createStaticEmbedder()

/** Only what speaking needs: the operations and their schemas take longer to load than all of this. */
export async function speakOnce(occasion: Occasion, memories: MemoryStore): Promise<Spoken | undefined> {
  const { WW_WEIGHTS } = process.env
  const weights = WW_WEIGHTS ? resolveWeights(JSON.parse(WW_WEIGHTS)) : defaultWeights
  return speak(occasion, { memories, embedder, tokenSpace: openStaticTokenSpace, weights, clock: systemClock })
}
