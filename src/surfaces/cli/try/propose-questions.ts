import type { ProposedQuestion } from '../../../memory/import-export/proposed-question.js'

/** A question of somebody's own history, and what a recall answers first. */
export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
}

/** As many as are shown, and as many as are tried for them. */
const wanted = 3
const maxTried = 15
/** Long enough that two answers hardly begin alike. */
const beginning = 120

/** HOK28: those that a recall answers first with what was answered then. */
export async function findAnswered(
  proposed: readonly ProposedQuestion[],
  recall: (question: string) => Promise<readonly string[]>,
): Promise<readonly AnsweredQuestion[]> {
  const answered: AnsweredQuestion[] = []
  for (const { question, answer } of proposed.slice(0, maxTried)) {
    if (answered.length === wanted) break
    const first = (await recall(question)).find((content) => content.trim() !== question)
    if (first !== undefined && first.slice(0, beginning) === answer.slice(0, beginning))
      answered.push({ question, answer: first })
  }
  return answered
}
