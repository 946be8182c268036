import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { defaultWeights, resolveWeights } from '../../memory/activation/weights.js'
import { composeContext, type HookEvent, type Injection } from '../../operations/hooks/compose-context.js'
import type { HookContext } from '../../operations/hooks/hook-context.js'
import type { MemoryStore } from '../../ports/memory-store.js'

export const embedder = createStaticEmbedder()

/** Loads only what `composeContext` needs: loading all operations takes longer than the answer (`npm run bench:hooks`). */
export const composeOnce = async (event: HookEvent, memories: MemoryStore): Promise<Injection | undefined> =>
  composeContext(event, openHookContext(memories))

export function openHookContext(memories: MemoryStore): HookContext {
  const { WW_WEIGHTS } = process.env
  const weights = WW_WEIGHTS ? resolveWeights(JSON.parse(WW_WEIGHTS)) : defaultWeights
  return { memories, embedder, tokenSpace: openStaticTokenSpace, weights, clock: systemClock }
}
