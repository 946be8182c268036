import { answersOf } from '../answers.js'
import type { StoredMemory } from '../memory.js'
import { contentOf } from '../workspace/question-parts.js'

/** A shorter text is a greeting or thanks, and answers nothing. */
const minContentWords = 3
/** About as much in scripts that do not separate words. */
const unspaced = /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\P{L}*){8}/u
const maxCharacters = 1_000

function saysSomething(text: string): boolean {
  const beginning = text.slice(0, maxCharacters)
  return new Set(contentOf(beginning)).size >= minContentWords || unspaced.test(beginning)
}

/** REC25: whether a language model may be asked for the questions that a memory answers. Secrets are shown to none. */
export const needsAnswers = ({ facets, text, saidAs, state, validTo }: StoredMemory): boolean =>
  state === 'active' &&
  validTo === null &&
  answersOf(facets).length === 0 &&
  facets.secrets === undefined &&
  saidAs !== 'question' &&
  saysSomething(text)
