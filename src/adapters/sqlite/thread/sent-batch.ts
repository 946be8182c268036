import type { TextIndex } from '../../../memory/recall/text/text-index.js'
import type { Batch, Erasure, IndexedAnswer, MemoryChange, NewMemory } from '../../../ports/store/write.js'
import { type PackedAnswers, packAnswers } from '../../relational/packed-answers.js'

/** A batch on its way to another thread. Texts share most of their words, so the batch carries each word once. */
export interface SentBatch extends Omit<Batch, 'add' | 'change'> {
  /** The distinct words of all added memories. */
  readonly words?: readonly string[]
  readonly add?: readonly SentMemory[]
  readonly change?: readonly SentChange[]
}

export interface SentMemory extends Omit<NewMemory, 'index' | 'answers' | 'changes'> {
  readonly index: SentIndex
  readonly packedAnswers?: PackedAnswers
  readonly changes?: readonly SentChange[]
}

export interface SentChange extends Omit<MemoryChange, 'answers'> {
  readonly packedAnswers?: PackedAnswers
}

interface SentIndex extends Omit<TextIndex, 'terms'> {
  /** Pairs: the index of a word in the batch's `words`, and how often it occurs. */
  readonly terms: Uint32Array
}

export interface SentErasure extends Omit<Erasure, 'replaceWith' | 'change'> {
  readonly change?: readonly SentChange[]
  readonly replaceWith?: SentBatch
}

/** One piece of memory for all answers of a memory. */
const withPackedAnswers = <Given extends { readonly answers?: readonly IndexedAnswer[] }>({
  answers,
  ...rest
}: Given): Omit<Given, 'answers'> & { readonly packedAnswers?: PackedAnswers } =>
  answers === undefined ? rest : { ...rest, packedAnswers: packAnswers(answers) }

export function toSentBatch({ add, change, ...others }: Batch): SentBatch {
  const rest = change === undefined ? others : { ...others, change: change.map(withPackedAnswers) }
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
    const { changes, ...packed } = withPackedAnswers(added)
    return {
      ...packed,
      ...(changes === undefined ? {} : { changes: changes.map(withPackedAnswers) }),
      index: { ...added.index, terms: terms.subarray(start, end) },
    }
  })
  return { words: [...places.keys()], add: sent, ...rest }
}

export const toSentErasure = ({ replaceWith = {}, change, ...erasure }: Erasure): SentErasure => ({
  ...erasure,
  ...(change === undefined ? {} : { change: change.map(withPackedAnswers) }),
  replaceWith: toSentBatch({ ...replaceWith, at: erasure.at }),
})
