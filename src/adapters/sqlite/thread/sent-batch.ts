import type { TextIndex } from '../../../memory/recall/text/text-index.js'
import type { Batch, Erasure, NewMemory } from '../../../ports/store/write.js'

/** A batch on its way to another thread. Texts share most of their words, so the batch carries each word once. */
export interface SentBatch extends Omit<Batch, 'add'> {
  /** The distinct words of all added memories. */
  readonly words?: readonly string[]
  readonly add?: readonly SentMemory[]
}

export interface SentMemory extends Omit<NewMemory, 'index'> {
  readonly index: SentIndex
}

interface SentIndex extends Omit<TextIndex, 'terms'> {
  /** Pairs: the index of a word in the batch's `words`, and how often it occurs. */
  readonly terms: Uint32Array
}

export interface SentErasure extends Omit<Erasure, 'replaceWith'> {
  readonly replaceWith?: SentBatch
}

export function toSentBatch({ add, ...rest }: Batch): SentBatch {
  if (add === undefined) return rest
  const places = new Map<string, number>()
  // One buffer for all memories: a buffer each takes longer to send than its content (`npm run bench:import`).
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

export const toSentErasure = ({ replaceWith = {}, ...erasure }: Erasure): SentErasure => ({
  ...erasure,
  replaceWith: toSentBatch({ ...replaceWith, at: erasure.at }),
})
