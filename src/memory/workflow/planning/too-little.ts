import type { ProbeHit } from './asked.js'
import { isContent, type ReadWord, set } from './reading.js'

/** They ask, and do not say what for. */
const empty =
  set(`tell show give find list explain describe elaborate continue repeat summarise summarize help know need
  want more else anything something thing things stuff detail details info information update updates happened happen
  going happening say said please remind talk talked`)

const mostContent = 1
const fewestHits = 3
/** Scores closer than this do not tell one hit from another. */
const flatness = 0.1

const contentOf = (words: readonly ReadWord[]): readonly ReadWord[] =>
  words.filter((word) => isContent(word) && !empty.has(word.lower))

export const saysNothing = (words: readonly ReadWord[]): boolean => words.length > 0 && contentOf(words).length === 0

/** WPL2: too little content, and everything it finds is as good. Scripts without spaces say a lot in a word. */
export function isTooLittle(words: readonly ReadWord[], probe: readonly ProbeHit[]): boolean {
  const content = contentOf(words)
  if (content.some(({ kind }) => kind === 'unspaced') || content.length > mostContent) return false
  return content.length === 0 || isFlat(probe)
}

function isFlat(probe: readonly ProbeHit[]): boolean {
  const scores = probe.map(({ score }) => score).toSorted((a, b) => b - a)
  return scores.length >= fewestHits && scores[0]! - scores[fewestHits - 1]! < flatness
}

export const askForMore = (question: string): string => `What would you like to know about "${question.trim()}"?`
