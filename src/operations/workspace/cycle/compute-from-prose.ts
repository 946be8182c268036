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
/** Of more that contain a word nothing is computed. */
const maxMentions = 60

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
    const memories = await readStored(ids.slice(0, maxRead), context)
    const found = memories.filter(({ text }) => hasWords(text, [word]))
    if (found.length > maxMentions) return { memories: [], isComplete: false }
    return { memories: await readAll(found), isComplete: true }
  }

  const nearby = await readAll(await readStored(ranking.ids.slice(0, maxEvidence), context))
  const planning = planProse(question, context.clock.now(), nearby)
  let step = planning.next()
  while (!step.done) step = planning.next(await mentionsOf(step.value))
  return step.value
}

async function readStored(ids: readonly string[], { memories }: ProseContext): Promise<readonly StoredMemory[]> {
  const stored = await memories.get(ids)
  return stored.filter((memory) => memory !== undefined)
}
