import type { Weights } from '../activation/weights.js'
import { agreementOf } from './directions.js'
import { type Procedure, untriedRate } from './procedure.js'

/** Further executions add no experience. */
const maxExperience = 10

interface SkillScore {
  readonly score: number
  readonly components: { readonly similarity: number; readonly success_rate: number; readonly experience: number }
}

/** PRO3: 0.6·similarity + 0.3·success rate + 0.1·min(executions / 10, 1). */
export function scoreSkill(
  { success_rate, execution_count }: Pick<Procedure, 'success_rate' | 'execution_count'>,
  relevance: number,
  weights: Weights['procedural'],
): SkillScore {
  const components = {
    similarity: relevance,
    success_rate: execution_count === 0 ? untriedRate : success_rate,
    experience: Math.min(execution_count / maxExperience, 1),
  }
  const score =
    weights.similarity * components.similarity +
    weights.successRate * components.success_rate +
    weights.experience * components.experience
  return { score, components }
}

/** How much of its relevance a skill keeps that does the opposite of the task. */
const contraryShare = 0.1

/** PRO3: found by what is to be done: "shut the oven down" is not "get the oven going". */
export function similarityOf(
  task: string,
  { name, trigger_pattern }: Pick<Procedure, 'name' | 'trigger_pattern'>,
  relevance: number,
): number {
  return agreementOf(task, `${name}. ${trigger_pattern}`) < 0 ? relevance * contraryShare : relevance
}
