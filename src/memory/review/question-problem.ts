import { findSecrets } from '../secrets/find-secrets.js'
import { readsLikeInstruction } from '../trust/instruction-score.js'
import { contentOf } from '../workspace/question-parts.js'

const maxCharacters = 200

/** REC25: why these cannot be the questions that a memory answers. Their words are the reader's: only their form is judged. */
export function problemInQuestions(questions: readonly string[]): string | undefined {
  if (questions.length === 0) return 'give `answers`: one to three questions'
  for (const question of questions) {
    if (question.length > maxCharacters || question.includes('\n')) return 'a question is one short line'
    if (contentOf(question).length === 0) return 'a question needs a word that says what it asks for'
    if (findSecrets(question).length > 0) return 'a question holds no secret'
    if (readsLikeInstruction(question)) return 'a question is no instruction'
  }
  return undefined
}
