import { initialStrength } from '../memory/activation/forgetting.js'
import type { Facets, Kind, Memory } from '../memory/memory.js'
import { analyseText } from '../memory/recall/analyse-text.js'
import type { NewMemory } from '../ports/memory-store.js'
import type { OperationContext } from './operation-context.js'

export interface Draft {
  readonly kind: Kind
  readonly text: string
  readonly session: string
  readonly project: string | null
  readonly facets: Facets
  readonly tags: readonly string[]
  readonly importance: number
  readonly happenedAt: number | null
}

/** Stores it durably and gives it back as stored. */
export async function write(draft: Draft, context: OperationContext): Promise<Memory> {
  const now = context.clock.now()
  const memory: Memory = {
    ...draft,
    id: context.ids.next(draft.kind, now),
    source: 'memory',
    summary: null,
    happenedAt: draft.happenedAt ?? now,
    recordedAt: now,
    validFrom: now,
    validTo: null,
    state: 'active',
  }
  await context.memories.commit({ at: now, add: [await indexed(memory, context)] })
  return memory
}

/** With all that recall will need, so that it never has to read the text again. */
async function indexed(memory: Memory, { embedder, tokenSpace }: OperationContext): Promise<NewMemory> {
  const index = await analyseText(memory.text, await tokenSpace(), { speaker: speakerIn(memory.facets) })
  const [values] = await embedder.embed([memory.text])
  return {
    memory,
    index,
    vector: { model: embedder.identity, values },
    strength: initialStrength(memory.importance, memory.recordedAt),
    joinsScene: true,
  }
}

function speakerIn({ context }: Facets): string | null {
  if (context === null || typeof context !== 'object' || !('speaker' in context)) return null
  return typeof context.speaker === 'string' ? context.speaker : null
}
