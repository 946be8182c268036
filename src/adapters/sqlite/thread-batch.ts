import type { TextIndex } from '../../memory/recall/text-index.js'
import type { Batch, Erasure, NewMemory } from '../../ports/memory-store.js'

/** A batch as it crosses to another thread: texts share most of their words, so each word crosses once. */
export interface SentBatch extends Omit<Batch, 'add'> {
  /** Those of all that is added. */
  readonly words?: readonly string[]
  readonly add?: readonly SentMemory[]
}

export interface SentMemory extends Omit<NewMemory, 'index'> {
  readonly index: SentIndex
}

interface SentIndex extends Omit<TextIndex, 'terms'> {
  /** By turns a place in the batch's words, and how often that word occurs. */
  readonly terms: Uint32Array
}

export interface SentErasure extends Omit<Erasure, 'replaceWith'> {
  readonly replaceWith?: SentBatch
}

export function sendBatch({ add, ...rest }: Batch): SentBatch {
  if (add === undefined) return rest
  const places = new Map<string, number>()
  // One piece of memory for all of them: to send one of its own for each takes longer than what is in it.
  const terms = new Uint32Array(2 * add.reduce((sum, { index }) => sum + index.terms.size, 0))
  let end = 0
  const sent = add.map((added): SentMemory => {
    const start = end
    for (const [word, count] of added.index.terms) {
      let place = places.get(word)
      if (place === undefined) {
        place = places.size
        places.set(word, place)
      }
      terms[end++] = place
      terms[end++] = count
    }
    return { ...added, index: { ...added.index, terms: terms.subarray(start, end) } }
  })
  return { words: [...places.keys()], add: sent, ...rest }
}

export const sendErasure = ({ replaceWith = {}, ...erasure }: Erasure): SentErasure => ({
  ...erasure,
  replaceWith: sendBatch({ ...replaceWith, at: erasure.at }),
})
