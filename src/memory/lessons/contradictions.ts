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
  const values = differingValue(ours!.text, theirs!.text)
  return values !== undefined && isSameSituation(a.context_to_prefer, b.context_to_prefer, values)
}

/** A situation derived from the demand itself differs in the same value as the demand. */
function isSameSituation(a: string, b: string, values: string): boolean {
  return isDuplicate(a, b) || differingValue(a, b) === values
}

function demandOf(text: string): { readonly text: string; readonly isNegative: boolean } {
  const isNegative = negative.test(text)
  return { text: text.replace(negative, '').replace(positive, '').trim(), isNegative }
}

/** The pair of numbers, paths or files in which the texts differ; undefined when they differ in anything else. */
function differingValue(a: string, b: string): string | undefined {
  const [ours, theirs] = [wordsIn(a), wordsIn(b)]
  if (ours.length !== theirs.length) return undefined
  const differing = ours.flatMap(({ key, surface }, at) =>
    key === theirs[at]!.key ? [] : [[surface, theirs[at]!.surface]],
  )
  const [pair] = differing
  return differing.length === 1 && pair!.every((word) => value.test(word)) ? pair!.join(' ') : undefined
}
