import type { StoredMemory } from '../../../memory/memory.js'
import { factsIn } from '../../../memory/reading/facts.js'
import type { RankedMemories } from '../../../memory/recall/ranking/rank-memories.js'
import type { EvidencePlan } from '../../../memory/workspace/planners/evidence-plan.js'
import { mayCompute, planProse } from '../../../memory/workspace/planners/prose/prose-planner.js'
import { hasWords, type Mentions, type ReadMemory } from '../../../memory/workspace/planners/prose/read-memory.js'
import type { Caller } from '../../machinery/caller.js'
import type { OperationContext } from '../../machinery/operation-context.js'
import { yieldIfDue } from '../../machinery/run-in-slices.js'
import { type EvidenceContext, maxEvidence } from './gather-evidence.js'
import { rankFor } from './look-up.js'
import { createReader } from './recognise.js'

/** As many memories as the search by words surely finds for one word (REC7). */
const maxRead = 200
/** Of more that contain a word nothing is computed, nor where one of them is no note but a document. */
const maxMentions = 60
const maxCharacters = 4_000
/** What is computed at once, without letting others in. */
const maxCharactersTogether = 10_000

type ProseContext = EvidenceContext & Pick<OperationContext, 'signal'>

/** GWT20: the answer that can be computed with certainty from prose; undefined if there is none. */
export async function computeFromProse(
  question: string,
  ranking: RankedMemories,
  context: ProseContext,
  caller: Caller,
): Promise<EvidencePlan | undefined> {
  if (ranking.nothingRelevant || !mayCompute(question)) return undefined
  const read = await createReader(context)
  const readAll = async (memories: readonly StoredMemory[]): Promise<readonly ReadMemory[]> => {
    const done: ReadMemory[] = []
    for (const memory of memories) {
      const { id, text, happenedAt: at, saidAs } = memory
      const reading = await read(memory)
      done.push({ id, text, at, saidAs, reading, facts: factsIn(text, reading) })
      await yieldIfDue(context)
    }
    return done
  }
  const mentionsOf = async (word: string): Promise<Mentions> => {
    const { ids } = await rankFor({ query: word }, context, caller)
    const found: StoredMemory[] = []
    for (const memory of await readStored(ids.slice(0, maxRead), context)) {
      if (mayMention(memory, word)) found.push(memory)
      await yieldIfDue(context)
    }
    const together = found.reduce((sum, { text }) => sum + text.length, 0)
    return found.length > maxMentions || together > maxCharactersTogether
      ? { memories: [], isComplete: false }
      : { memories: await readAll(found), isComplete: true }
  }

  const near = await readStored(ranking.ids.slice(0, maxEvidence), context)
  const nearby = await readAll(near.filter(({ text }) => text.length <= maxCharacters))
  const planning = planProse(question, context.clock.now(), nearby)
  let step = planning.next()
  while (!step.done) step = planning.next(await mentionsOf(step.value))
  return step.value
}

/** A document is not read word by word: the beginning of the word is enough to say that it may contain it. */
const mayMention = ({ text }: StoredMemory, word: string): boolean =>
  text.length > maxCharacters ? text.toLowerCase().includes(word.slice(0, 4)) : hasWords(text, [word])

async function readStored(ids: readonly string[], { memories }: ProseContext): Promise<readonly StoredMemory[]> {
  const stored = await memories.get(ids)
  return stored.filter((memory) => memory !== undefined)
}
