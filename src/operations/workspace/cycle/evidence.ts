import type { StoredMemory } from '../../../memory/memory.js'
import type { RankedMemories } from '../../../memory/recall/ranking/rank-memories.js'
import { formatTime } from '../../../memory/time.js'
import type { EvidencePlan } from '../../../memory/workspace/planners/evidence-plan.js'
import { toEvidence } from '../../../memory/workspace/truncate.js'
import type { Caller } from '../../machinery/caller.js'
import type { OperationContext } from '../../machinery/operation-context.js'
import { type EvidenceContext, gatherEvidence, maxEvidence } from './gather-evidence.js'
import { recogniseIn } from './recognise.js'

/**
 * GWT20: a plan without an answer hands over what is needed to work it out, in the order of time, each with what was
 * recognised in it.
 */
export async function withEvidence(
  plan: EvidencePlan,
  question: string,
  ranking: RankedMemories,
  k: number,
  context: EvidenceContext & Pick<OperationContext, 'signal'>,
  caller: Caller,
): Promise<EvidencePlan> {
  if (ranking.nothingRelevant) return plan
  const gathered = await gatherEvidence(question, ranking.ids, Math.min(k, maxEvidence), context, caller)
  const memories = [...gathered].sort(byTime)
  const recognised = await recogniseIn(memories, context)
  return {
    ...plan,
    evidence: memories.map(({ text, happenedAt }) => `${formatTime(happenedAt).slice(0, 10)} ${toEvidence(text)}`),
    metadata: {
      ...plan.metadata,
      evidence_ids: memories.map(({ id }) => id),
      // In the order of `evidence_ids`.
      recognised: memories.map(({ happenedAt, saidAs }, at) => ({
        at: formatTime(happenedAt),
        ...(saidAs === null ? {} : { said_as: saidAs }),
        ...recognised[at],
      })),
    },
  }
}

const byTime = (a: StoredMemory, b: StoredMemory): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
