import { wordSet } from '../../workspace/phrases.js'
import { isContent, type TaggedWord } from './parse-text.js'
import type { ProbeHit } from './planning-input.js'

/** Words that ask for something without naming it. */
const emptyWords =
  wordSet(`tell show give find list explain describe elaborate continue repeat summarise summarize help know need
  want more else anything something thing things stuff detail details info information update updates happened happen
  going happening say said please remind talk talked`)

const maxContentWords = 1
const minHits = 3
/** Hits whose scores differ by less than this are equally good. */
const flatness = 0.1

const contentOf = (words: readonly TaggedWord[]): readonly TaggedWord[] =>
  words.filter((word) => isContent(word) && !emptyWords.has(word.lower))

export const hasNoContent = (words: readonly TaggedWord[]): boolean => words.length > 0 && contentOf(words).length === 0

/** WPL2: the question has too little content, and its hits score alike. In scripts without spaces one word can be specific. */
export function isTooVague(words: readonly TaggedWord[], probe: readonly ProbeHit[]): boolean {
  const content = contentOf(words)
  if (content.some(({ kind }) => kind === 'unspaced') || content.length > maxContentWords) return false
  return content.length === 0 || isFlat(probe)
}

function isFlat(probe: readonly ProbeHit[]): boolean {
  const scores = probe.map(({ score }) => score).toSorted((a, b) => b - a)
  return scores.length >= minHits && scores[0]! - scores[minHits - 1]! < flatness
}

export const askForMore = (question: string): string => `What would you like to know about "${question.trim()}"?`
