import { z } from 'zod'
import { contentOf } from '../../../workspace/question-parts.js'
import type { Asked } from '../asked.js'
import { wasAsked } from '../limits.js'

export type ModelPlanned = { readonly askBack: string } | { readonly texts: readonly string[] }

const Answer = z.object({ question: z.unknown(), subqueries: z.array(z.unknown()).catch([]) })
const longestQuestion = 300
const longestText = 500

/** WPL4: what can be used of the model's answer, within the same limits; undefined when that is nothing. */
export function fromModelPlan(answer: unknown, asked: Asked, mayAsk: boolean): ModelPlanned | undefined {
  const { data } = Answer.safeParse(answer)
  if (data === undefined) return undefined
  const question = mayAsk ? questionIn(data.question) : undefined
  if (question !== undefined && !wasAsked(asked, question)) return { askBack: question }
  const texts = data.subqueries
    .filter((text) => typeof text === 'string')
    .map(oneLine)
    .filter((text) => text.length <= longestText && contentOf(text).length > 0)
  return texts.length === 0 ? undefined : { texts }
}

/** WPL1: one question at a time; what comes behind it is another. */
function questionIn(told: unknown): string | undefined {
  if (typeof told !== 'string') return undefined
  const [first] = /^.*?[?？]/u.exec(oneLine(told)) ?? []
  return first !== undefined && first.length <= longestQuestion && contentOf(first).length > 0 ? first : undefined
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
