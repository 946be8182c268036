import { formatTime } from '../../../time.js'
import { toEvidence } from '../../truncate.js'
import type { EvidencePlan } from '../evidence-plan.js'
import { computeDaysBetween } from './days-between.js'
import { computePayments } from './payments.js'
import { computeRanking } from './rankings.js'
import type { ProseAnswer, ProseQuestion, ProseWalk, ReadMemory } from './read-memory.js'
import { computeSeries } from './series.js'
import { computeTogether } from './together.js'

/** Whether a question may be computed from prose at all: cheap, so that others cost nothing. */
export const mayCompute = (question: string): boolean =>
  question.length <= 200 && /^\s*(?:how (?:much|many)|what|which|whose|on (?:which|what))\b/i.test(question)

/**
 * GWT20: computes an answer over what is recognised in prose, if each word of the question has its place and each memory
 * that may count is read whole and plain; else undefined. `nearby` are the memories that recall finds for the question.
 */
export function* planProse(
  question: string,
  now: number,
  nearby: readonly ReadMemory[],
): ProseWalk<EvidencePlan | undefined> {
  const asked: ProseQuestion = {
    text: question
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/[?.!]$/, '')
      .trim(),
    now,
  }
  const found =
    (yield* computePayments(asked, nearby)) ??
    (yield* computeSeries(asked)) ??
    (yield* computeTogether(asked)) ??
    (yield* computeRanking(asked)) ??
    (yield* computeDaysBetween(asked))
  return found === undefined ? undefined : toPlan(found)
}

function toPlan({ answer, operation, used, leftOut }: ProseAnswer): EvidencePlan {
  const memories = [...used].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return {
    strategy: 'prose',
    answer,
    queries: [],
    evidence: memories.map(({ at, text }) => `${formatTime(at).slice(0, 10)} ${toEvidence(text)}`),
    metadata: {
      effective_planner: 'prose',
      operation,
      evidence_ids: memories.map(({ id }) => id),
      rests_on: memories.length,
      ...(leftOut === undefined ? {} : { left_out: leftOut }),
    },
  }
}
