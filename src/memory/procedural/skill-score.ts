import { logistic, logit } from '../activation/logistic.js'
import type { Weights } from '../activation/weights.js'
import { agreementWith } from './directions.js'
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

/**
 * In logits, fitted on what people ask in other words (`npm run bench:reading -- --parts skills --development`). Opposites
 * share nearly all their words, so that doing the opposite weighs far more than going the same way.
 */
const [likenessWeight, typicalLikeness] = [6, 0.3]
const directionLogit = { same: 1, unsaid: 0, opposite: -4 }

/** How a skill and a task go together. */
export interface Purpose {
  /** How alike the task and what the skill is for are; undefined where the model understands either not at all. */
  readonly cosine?: number
  readonly direction: keyof typeof directionLogit
}

/** What a skill is for, in one sentence: its steps are the same for many purposes. */
export const purposeOf = ({ name, trigger_pattern }: Pick<Procedure, 'name' | 'trigger_pattern'>): string =>
  [...new Set([name, trigger_pattern])].filter((part) => part !== '').join('. ')

/** "shut the oven down" is the opposite of "get the oven going". */
export function directionsOf(task: string, skills: readonly Procedure[]): readonly Purpose['direction'][] {
  const agreement = agreementWith(task)
  return skills.map((skill) => directionOf(agreement(purposeOf(skill))))
}

function directionOf(agreement: number): Purpose['direction'] {
  if (agreement === 0) return 'unsaid'
  return agreement > 0 ? 'same' : 'opposite'
}

/** PRO3: found by what is to be done: σ(logit(relevance) + 6·(cosine − 0.3) + direction); a relevance of 0 or 1 stays it. */
export function similarityOf(relevance: number, { cosine, direction }: Purpose): number {
  const alike = cosine === undefined ? 0 : likenessWeight * (cosine - typicalLikeness)
  return logistic(logit(relevance) + alike + directionLogit[direction])
}
