import type { TextIndex } from './text-index.js'

/** REC25: the index entry of a question that a memory answers, a document of its own. */
export interface AnswerIndex {
  /** The hashes of its lexical terms, each as often as the term occurs. */
  readonly terms: Uint32Array
  readonly length: number
  readonly tokens: Uint16Array
}

/**
 * FNV-1a, 32 bits (Fowler, Noll & Vo 1991). Answers are indexed by hashes instead of entries in the dictionary of terms:
 * there is nothing to count or to erase besides the answer itself, and two of a question's few words hardly ever collide.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) {
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

export function toAnswerIndex({ terms, length, tokens }: Pick<TextIndex, 'terms' | 'length' | 'tokens'>): AnswerIndex {
  const hashes: number[] = []
  for (const [term, count] of terms) {
    const hash = hashTerm(term)
    for (let nth = 0; nth < count; nth++) hashes.push(hash)
  }
  return { terms: Uint32Array.from(hashes), length, tokens }
}
