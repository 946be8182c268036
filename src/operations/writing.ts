import { initialStrength } from '../memory/activation/forgetting.js'
import { speakerIn } from '../memory/episodic/context.js'
import type { Facets, Kind, Memory } from '../memory/memory.js'
import { analyseText } from '../memory/recall/analyse-text.js'
import { flagSecrets } from '../memory/secrets/flag-secrets.js'
import { structureOf } from '../memory/workspace/text-structure.js'
import type { NewMemory } from '../ports/memory-store.js'
import { letOthersIn } from './let-others-in.js'
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
  readonly summary?: string | null
  /** Who writes it, when it is not the memory door itself. */
  readonly source?: string
  readonly uniqueFacet?: string
}

/** Stores it durably and gives it back as stored. */
export async function write(draft: Draft, context: OperationContext): Promise<Memory> {
  const now = context.clock.now()
  const added = await compose(draft, now, context)
  await context.memories.commit({ at: now, add: [added] })
  return added.memory
}

/** A new memory, ready for a batch, with all that recall will need: it never has to read the text again. */
export async function compose(
  { uniqueFacet, ...told }: Draft,
  now: number,
  context: OperationContext,
): Promise<NewMemory> {
  const draft = { ...told, facets: flagSecrets(told) }
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

/** What is made from a memory's text, whoever wrote it, so that it never has to be read again. */
export type Indexed = Pick<NewMemory, 'index' | 'vector' | 'structure'>

/** Few enough that a tokenizer still has at hand for the index what it has read for the vector. */
const textsAtOnce = 16

export async function indexAll(
  memories: readonly Pick<Memory, 'text' | 'tags' | 'facets'>[],
  context: OperationContext,
): Promise<Indexed[]> {
  const { embedder, tokenSpace } = context
  const tokens = await tokenSpace()
  const indexed: Indexed[] = []
  for (let from = 0; from < memories.length; from += textsAtOnce) {
    if (from > 0) await letOthersIn(context)
    const some = memories.slice(from, from + textsAtOnce)
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
