import { partsOf } from '../hooks/prompt-parts.js'
import { begsQuestion, decides, explains, guesses } from '../hooks/session/phrases.js'
import { isQuestion } from '../recall/query/question.js'
import type { ForeignMemory } from './foreign-memory.js'

/** A question that was asked in a history, and what was answered then. */
export interface ProposedQuestion {
  readonly question: string
  readonly answer: string
  /** How likely the answer is worth showing; more is better. */
  readonly worth: number
}

const [minQuestion, maxQuestion] = [15, 110]
const [minAnswer, maxAnswer] = [40, 4_000]

/** HOK28: whether an answer of a history makes a good question of the one before; undefined if not. */
export function proposedQuestion({ text, context }: ForeignMemory): ProposedQuestion | undefined {
  const asked = context?.asked
  if (typeof asked !== 'string' || context?.speaker !== 'assistant') return undefined
  const question = asked.trim()
  const fits = question.length >= minQuestion && question.length <= maxQuestion && !/[\n"$`\\]/.test(question)
  if (!fits || text.length < minAnswer || text.length > maxAnswer) return undefined
  if (isQuestion(text) || partsOf(question).length === 0) return undefined
  const asks = isQuestion(question) ? 3 : begsQuestion.test(question) ? 2 : 0
  const tells = (explains.test(text) ? 2 : 0) + (decides.test(text) ? 1 : 0) + (/\d|`/.test(text) ? 1 : 0)
  const worth = asks + tells - (guesses.test(text) ? 1 : 0)
  return tells > 0 && worth >= 3 ? { question, answer: text, worth } : undefined
}

/** Keeps the best of a long history, one for each question. */
export class BestQuestions {
  readonly #most: number
  #kept: ProposedQuestion[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(proposed: ProposedQuestion): void {
    this.#kept.push(proposed)
    if (this.#kept.length >= 4 * this.#most) this.#kept = [...this.best()]
  }

  /** Best first. The last answer to a question counts: the ones before are on the way to it. */
  best(): readonly ProposedQuestion[] {
    const last = new Map(this.#kept.map((each) => [each.question, each]))
    return [...last.values()].sort((a, b) => b.worth - a.worth).slice(0, this.#most)
  }
}
