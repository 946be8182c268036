import { initialStrength } from '../../memory/activation/forgetting.js'
import { speakerIn } from '../../memory/episodic/context.js'
import type { Facets, Kind, Memory } from '../../memory/memory.js'
import { analyseText } from '../../memory/recall/text/analyse-text.js'
import { flagSecrets } from '../../memory/secrets/flag-secrets.js'
import { structureOf } from '../../memory/workspace/text-structure.js'
import type { NewMemory } from '../../ports/store/write.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { yieldToEventLoop } from '../machinery/yield-to-event-loop.js'

export interface Draft {
  readonly kind: Kind
  readonly text: string
  readonly session: string
  readonly project: string | null
  readonly facets: Facets
  readonly tags: readonly string[]
  readonly importance: number
  readonly happenedAt: number | null
  readonly summary?: string | null
  /** The writer, if not the memory door. */
  readonly source?: string
  readonly uniqueFacet?: string
}

/** Stores a memory durably and returns it as stored. */
export async function write(draft: Draft, context: OperationContext): Promise<Memory> {
  const now = context.clock.now()
  const added = await compose(draft, now, context)
  await context.memories.commit({ at: now, add: [added] })
  return added.memory
}

/** Makes a new memory for a batch, with its secrets flagged and everything that recall needs, so that recall never reads the text. */
export async function compose(
  { uniqueFacet, ...given }: Draft,
  now: number,
  context: OperationContext,
): Promise<NewMemory> {
  const draft = { ...given, facets: flagSecrets(given, context.findSecrets) }
  const [indexed] = await indexAll([draft], context)
  return {
    memory: {
      id: context.ids.next(draft.kind, now),
      source: 'memory',
      summary: null,
      recordedAt: now,
      validFrom: now,
      validTo: null,
      state: 'active',
      ...draft,
      happenedAt: draft.happenedAt ?? now,
    },
    strength: initialStrength(draft.importance, now),
    joinsScene: true,
    ...indexed,
    ...(uniqueFacet === undefined ? {} : { uniqueFacet }),
  }
}

/** The index data made from a memory's text. */
export type Indexed = Pick<NewMemory, 'index' | 'vector' | 'structure'>

/** Small enough that the index finds the tokens of each text in the tokenizer's cache (`npm run bench:import`). */
const textsPerBatch = 16

export async function indexAll(
  memories: readonly Pick<Memory, 'text' | 'tags' | 'facets'>[],
  context: OperationContext,
): Promise<Indexed[]> {
  const { embedder, tokenSpace } = context
  const tokens = await tokenSpace()
  const indexed: Indexed[] = []
  for (let from = 0; from < memories.length; from += textsPerBatch) {
    if (from > 0) await yieldToEventLoop(context)
    const some = memories.slice(from, from + textsPerBatch)
    const vectors = await embedder.embed(some.map(({ text }) => text))
    for (const [place, memory] of some.entries()) {
      const analysed = analyseText(memory.text, tokens, { speaker: speakerIn(memory.facets) })
      const index = analysed instanceof Promise ? await analysed : analysed
      const vector = { model: embedder.identity, values: vectors[place] }
      indexed.push({ index, vector, structure: structureOf(memory) })
    }
  }
  return indexed
}
