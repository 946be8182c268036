import { z } from 'zod'
import { contentOf } from '../../../workspace/question-parts.js'
import { wasAlreadyAsked } from '../clarification-limits.js'
import type { PlanningInput } from '../planning-input.js'

export type PlanFromModel = { readonly askBack: string } | { readonly texts: readonly string[] }

const Answer = z.object({ question: z.unknown(), subqueries: z.array(z.unknown()).catch([]) })
const maxQuestionCharacters = 300
const maxTextCharacters = 500

/** WPL4: the usable part of the model's answer, within the same limits; undefined when nothing is usable. */
export function fromModelPlan(answer: unknown, input: PlanningInput, mayAsk: boolean): PlanFromModel | undefined {
  const { data } = Answer.safeParse(answer)
  if (data === undefined) return undefined
  const question = mayAsk ? questionIn(data.question) : undefined
  if (question !== undefined && !wasAlreadyAsked(input, question)) return { askBack: question }
  const texts = data.subqueries
    .filter((text) => typeof text === 'string')
    .map(oneLine)
    .filter((text) => text.length <= maxTextCharacters && contentOf(text).length > 0)
  return texts.length === 0 ? undefined : { texts }
}

/** WPL1: only the first question of the text is asked. */
function questionIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const [first] = /^.*?[?？]/u.exec(oneLine(value)) ?? []
  return first !== undefined && first.length <= maxQuestionCharacters && contentOf(first).length > 0 ? first : undefined
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
