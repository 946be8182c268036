import { initialStrength } from '../../memory/activation/forgetting.js'
import { type Answer, answersOf, withAnswers } from '../../memory/answers.js'
import { speakerIn } from '../../memory/episodic/context.js'
import type { Facets, Kind, Memory } from '../../memory/memory.js'
import { analyseAnswer, indexText, readText } from '../../memory/recall/text/analyse-text.js'
import { saidAsIn } from '../../memory/review/decision.js'
import { flagSecrets } from '../../memory/secrets/flag-secrets.js'
import { leastTrusted, type Trust, withTrust } from '../../memory/trust/trust.js'
import { structureOf } from '../../memory/workspace/text-structure.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { IndexedAnswer, MemoryWriter, NewMemory } from '../../ports/store/write.js'
import type { Caller } from '../machinery/caller.js'
import type { Composing, OperationContext, Recalling, Using } from '../machinery/operation-context.js'
import { runInSlices, yieldIfDue } from '../machinery/run-in-slices.js'
import { retryOnConflict } from './change-memory.js'
import { findMayReplace } from './may-replace.js'
import { getReplaced, toReplacement } from './replace.js'

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
  /** The least trusted of what it was made from; absent: the caller states it. */
  readonly trust?: Trust
  readonly uniqueFacet?: string
  /** REC25: questions that it answers. */
  readonly answers?: readonly string[] | null
}

/** Stores a memory durably and returns it as stored. */
export async function write(draft: Draft, context: Using<MemoryWriter, Composing | 'clock'>): Promise<Memory> {
  const now = context.clock.now()
  const added = await compose(draft, now, context)
  await context.memories.commit({ at: now, add: [added] })
  return added.memory
}

/** OPS6: the same for a caller who reads the answer, with what the memory may replace and what it does. */
export async function writeAndCompare(
  draft: Draft,
  replaces: readonly (readonly string[])[] | null | undefined,
  context: Using<MemoryWriter & MemoryGraph & MemoryReader & MemorySearch, Composing | Recalling | 'clock' | 'log'>,
  caller: Caller,
) {
  const memory = await retryOnConflict(async () => {
    const replaced = await getReplaced(replaces ?? [], context, caller, 'replaces')
    const now = context.clock.now()
    const added = await compose(draft, now, context)
    const { id } = added.memory
    const alongside = replaced.length === 0 ? {} : toReplacement(replaced, id, now)
    const comparing = replaced.length === 0 ? findMayReplace(added.memory, context, caller) : Promise.resolve({})
    // The comparison reads while the write waits for the disk; its failure must not fail a write that was done.
    const [, found] = await Promise.all([
      context.memories.commit({ at: now, add: [added], ...alongside }),
      comparing.catch((error: unknown) => {
        context.log.warn('a new memory was not compared with earlier ones', { error })
        return {}
      }),
    ])
    const replacing = replaced.length === 0 ? {} : { replaced: replaced.map(({ id }) => id) }
    return { memory: added.memory, saidAs: added.index.saidAs, found: { ...replacing, ...found } }
  })
  return memory
}

/** Makes a new memory for a batch, with its secrets flagged and everything that recall needs, so that recall never reads the text. */
export async function compose(
  { uniqueFacet, answers, trust = 'stated', ...given }: Draft,
  now: number,
  context: Pick<OperationContext, Composing>,
): Promise<NewMemory> {
  const facets = withTrust(withAnswers(given.facets, answers), leastTrusted([trust, callerTrust(context)]))
  const flagged = await runInSlices(flagSecrets({ ...given, facets }, context.findSecrets), context)
  const draft = { ...given, facets: flagged }
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

/** A caller with a key may be anywhere; one without is on this machine. */
export const callerTrust = ({ access }: Pick<OperationContext, 'access'>): Trust =>
  access?.key == null ? 'stated' : 'remote'

/** The index data made from a memory's text. */
export type Indexed = Pick<NewMemory, 'index' | 'vector' | 'structure' | 'answers'>

/** REC25: the index of the questions that a memory answers. */
export async function indexAnswers(
  answers: readonly Answer[],
  { embedder, tokenSpace }: Pick<OperationContext, 'embedder' | 'tokenSpace'>,
): Promise<IndexedAnswer[]> {
  const tokens = await tokenSpace()
  const texts = answers.map(({ question }) => question)
  const vectors = await embedder.embed(texts)
  return Promise.all(
    texts.map(async (text, place) => ({
      index: await analyseAnswer(text, tokens),
      vector: { model: embedder.identity, values: vectors[place] },
    })),
  )
}

/** Small enough that the index finds the tokens of each text in the tokenizer's cache (`npm run bench:import`). */
const textsPerBatch = 16

export async function indexAll(
  memories: readonly Pick<Memory, 'text' | 'tags' | 'facets'>[],
  context: Pick<OperationContext, 'embedder' | 'tokenSpace' | 'signal'>,
): Promise<Indexed[]> {
  const { embedder, tokenSpace } = context
  const tokens = await tokenSpace()
  const indexed: Indexed[] = []
  for (let from = 0; from < memories.length; from += textsPerBatch) {
    const some = memories.slice(from, from + textsPerBatch)
    const vectors = await embedder.embed(some.map(({ text }) => text))
    for (const [place, memory] of some.entries()) {
      const answers = answersOf(memory.facets)
      // Awaited only if needed: most texts are short, and a turn of the event loop for each costs more (`npm run bench:import`).
      const read = runInSlices(readText(memory.text), context)
      const isLoading = read instanceof Promise ? await read : read
      const reading = isLoading instanceof Promise ? await isLoading : isLoading
      const analysed = runInSlices(indexText(reading, tokens, { speaker: speakerIn(memory.facets) }), context)
      const byRules = analysed instanceof Promise ? await analysed : analysed
      const saidAs = saidAsIn(memory.facets, byRules.saidAs)
      const index = saidAs === byRules.saidAs ? byRules : { ...byRules, saidAs }
      const pause = yieldIfDue(context)
      if (pause !== undefined) await pause
      const vector = { model: embedder.identity, values: vectors[place] }
      indexed.push({
        index,
        vector,
        structure: structureOf(memory),
        ...(answers.length === 0 ? {} : { answers: await indexAnswers(answers, context) }),
      })
    }
  }
  return indexed
}
