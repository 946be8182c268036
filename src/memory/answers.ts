import type { Facets, Json } from './memory.js'

/** REC25: a question that a memory answers, and who gave it. */
export interface Answer {
  readonly question: string
  readonly by: (typeof answerGivers)[number]
}

/** The caller that stored the memory, a language model in the background, or a review. */
export const answerGivers = ['caller', 'model', 'review'] as const

const isAnswer = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'question' in value &&
  typeof value.question === 'string' &&
  answerGivers.some((giver) => 'by' in value && value.by === giver)

/** A foreign import may bring anything under this name. */
export const answersOf = ({ answers }: Facets): readonly Answer[] =>
  Array.isArray(answers) ? (answers.filter(isAnswer) as unknown as readonly Answer[]) : []

/** The facets with these questions; unchanged without any. */
export const withAnswers = (
  facets: Facets,
  questions: readonly string[] | null | undefined,
  by: Answer['by'] = 'caller',
): Facets =>
  questions == null || questions.length === 0
    ? facets
    : { ...facets, answers: [...new Set(questions)].map((question) => ({ question, by })) }

/** The facets that a caller is shown: answers are ways to find a memory and not part of it. */
export function withoutAnswers({ answers: _, ...facets }: Facets): Facets {
  return facets
}
