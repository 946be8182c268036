import type { AnswerIndex } from '../../memory/recall/text/answer-index.js'
import type { IndexedAnswer } from '../../ports/store/write.js'

/** The answers of one memory as both engines store them, numbers little-endian. */
export interface PackedAnswers {
  /** For each answer: how many hashes, its length, the hashes; uint32. */
  readonly terms: Uint8Array
  /** For each answer: how many tokens, the tokens; uint16. */
  readonly tokens: Uint8Array
  /** The vectors end to end; empty where one is missing. */
  readonly vectors: Uint8Array
  /** The model of the vectors; null without vectors. */
  readonly model: string | null
  readonly dimensions: number
}

export function packAnswers(answers: readonly IndexedAnswer[]): PackedAnswers {
  const terms = answers.flatMap(({ index }) => [index.terms.length, index.length, ...index.terms])
  const tokens = answers.flatMap(({ index }) => [index.tokens.length, ...index.tokens])
  const model = answers[0]?.vector?.model ?? null
  const hasVectors = model !== null && answers.every(({ vector }) => vector?.model === model)
  const dimensions = hasVectors ? (answers[0].vector?.values.length ?? 0) : 0
  const vectors = new Int8Array(answers.length * dimensions)
  if (hasVectors) {
    answers.forEach(({ vector }, place) => {
      vectors.set(vector?.values ?? [], place * dimensions)
    })
  }
  return {
    terms: new Uint8Array(Uint32Array.from(terms).buffer),
    tokens: new Uint8Array(Uint16Array.from(tokens).buffer),
    vectors: new Uint8Array(vectors.buffer),
    model: hasVectors ? model : null,
    dimensions,
  }
}

export function unpackAnswers(packed: Pick<PackedAnswers, 'terms' | 'tokens'>): AnswerIndex[] {
  // Copies: a view of wider numbers needs an aligned buffer, and drivers promise none. A Buffer's own slice copies nothing.
  const terms = new Uint32Array(new Uint8Array(packed.terms).buffer)
  const tokens = new Uint16Array(new Uint8Array(packed.tokens).buffer)
  const answers: AnswerIndex[] = []
  for (let term = 0, token = 0; term < terms.length; ) {
    const [hashes, length] = [terms[term], terms[term + 1]]
    const tokenCount = tokens[token]
    answers.push({
      length,
      terms: terms.subarray(term + 2, term + 2 + hashes),
      tokens: tokens.subarray(token + 1, token + 1 + tokenCount),
    })
    term += 2 + hashes
    token += 1 + tokenCount
  }
  return answers
}
