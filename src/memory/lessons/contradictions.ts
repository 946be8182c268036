import { isDuplicate } from '../consolidation/duplicates.js'
import { wordsIn } from '../workspace/phrases.js'
import type { Lesson } from './lesson.js'

const positive = /\b(?:always|remember to|don['’]t forget to|do not forget to|please|make sure to|from now on,?)\s+/giu
const negative = /\b(?:never|don['’]t ever|do not ever|don['’]t|do not|must not|should not|shouldn['’]t|not)\s+/iu
const value = /\d|[/_@\\]|\.\w/u

/**
 * RSB3: the same words with the opposite demand ("always rebase", "never rebase"), or in the same situation the same
 * words with one other number, path or name of a file ("use port 8080", "use port 8081").
 */
export function contradicts(a: Lesson, b: Lesson): boolean {
  const [ours, theirs] = [a.key_lesson, b.key_lesson].map(demandOf)
  if (ours!.isNegative !== theirs!.isNegative) return isDuplicate(ours!.text, theirs!.text)
  return isDuplicate(a.context_to_prefer, b.context_to_prefer) && differInOneValue(ours!.text, theirs!.text)
}

function demandOf(text: string): { readonly text: string; readonly isNegative: boolean } {
  const isNegative = negative.test(text)
  return { text: text.replace(negative, '').replace(positive, '').trim(), isNegative }
}

function differInOneValue(a: string, b: string): boolean {
  const [ours, theirs] = [wordsIn(a), wordsIn(b)]
  if (ours.length !== theirs.length) return false
  const differing = ours.flatMap(({ key, surface }, at) =>
    key === theirs[at]!.key ? [] : [[surface, theirs[at]!.surface]],
  )
  return differing.length === 1 && differing[0]!.every((word) => value.test(word))
}
