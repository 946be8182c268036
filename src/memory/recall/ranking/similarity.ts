import { defaultWeights, type SimilarityWeights } from '../../activation/weights.js'
import { agreement, background, bm25, notes } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import { saturate } from './bm25.js'
import type { CandidateSet, Comparable, DocumentStatistics } from './candidates.js'
import { type WordWeights, weighWords, wordCount } from './lexical.js'
import { SoftMatch, SoftWeights } from './soft-match.js'

/** The scores of each candidate, by index. */
export interface Similarities {
  /** The score of each retriever for the best pair of wording and document; `vector` is NaN without a vector. */
  readonly lexical: Float64Array
  readonly vector: Float64Array
  readonly soft: Float64Array
  /** That pair: the index of the wording, and 0 for the text or the place of the answer, from 1. */
  readonly wording: Uint8Array
  readonly document: Uint8Array
  /** Its similarity. */
  readonly best: Float64Array
  /** REC24: the best wording's similarity and the mean of all. */
  readonly total: Float64Array
  /** The most information, Σ idf, in the words that a wording and a document share. */
  readonly shared: Float64Array
  /** The best share of a wording's information that a document has, where a word that it repeats counts more. */
  readonly repeated: Float64Array
  readonly wordings: readonly WordingSimilarities[]
  readonly softMatch: SoftMatch
}

/** What one wording adds. */
export interface WordingSimilarities {
  /** In the memories' texts. */
  readonly wordWeights: WordWeights
  /** How well each candidate covers each word of the wording, a row per candidate: 1 for the word, less for a near one. */
  readonly covers: Float32Array
}

/** The weights for one document: without a vector the other retrievers share its weight. */
export function retrieverWeights(weights: SimilarityWeights, hasVector: boolean): SimilarityWeights {
  if (hasVector) return weights
  const { lexical, vector, soft } = weights
  const scale = lexical + soft > 0 ? (lexical + vector + soft) / (lexical + soft) : 0
  return { lexical: lexical * scale, vector: 0, soft: soft * scale }
}

/** Scores documents of one collection, the texts or the answers, for one wording. Most documents share nothing with it. */
export class WordingScorer {
  lexical = 0
  vector = 0
  soft = 0
  shared = 0
  repeated = 0
  readonly wordWeights: WordWeights
  private readonly words: readonly QueryWord[]
  private readonly wording: number
  private readonly softWeights: SoftWeights
  private readonly withVector: SimilarityWeights
  private readonly withoutVector: SimilarityWeights
  /** How often each word occurs in the document that was scored last; of one without any of the terms they are not read. */
  private readonly counts: Uint16Array

  constructor(
    { words }: Query,
    wording: number,
    statistics: DocumentStatistics,
    typicalLength: number,
    weights: SimilarityWeights,
  ) {
    this.words = words
    this.wording = wording
    this.wordWeights = weighWords(words, statistics, typicalLength)
    this.softWeights = new SoftWeights(words, this.wordWeights.weights)
    this.withVector = weights
    this.withoutVector = retrieverWeights(weights, false)
    this.counts = new Uint16Array(words.length)
  }

  /** REC5: 0.25·lexical + 0.45·vector + 0.30·soft. Its parts stay in the fields until the next call. */
  score(document: Comparable, near: SoftMatch): number {
    const cosine = document.cosineWith(this.wording)
    const weights = cosine === null ? this.withoutVector : this.withVector
    this.lexical = this.readWords(document)
    this.soft = near.isNear || document.hasTerms ? this.softWeights.score(near.best, document) : 0
    this.vector = cosine === null ? Number.NaN : Math.max(0, cosine)
    const dense = cosine === null ? 0 : weights.vector * this.vector
    return weights.lexical * this.lexical + weights.soft * this.soft + dense
  }

  /** No less than `score`, without reading the document's tokens. */
  bound(document: Comparable): number {
    const cosine = document.cosineWith(this.wording)
    const weights = cosine === null ? this.withoutVector : this.withVector
    const dense = cosine === null ? 0 : weights.vector * Math.max(0, cosine)
    return weights.lexical * this.readWords(document) + weights.soft + dense
  }

  /** REC2: BM25 divided by its ceiling for this wording, Σ idf·(k1 + 1), so that it lies in [0, 1]. */
  private readWords(document: Comparable): number {
    const { weights, averageLength, ceiling } = this.wordWeights
    if (!document.hasTerms) return 0
    let sum = 0
    for (let word = 0; word < this.words.length; word++) {
      const count = wordCount(document, this.words[word].terms)
      this.counts[word] = count
      if (count > 0) sum += weights[word] * saturate(count, document.length, averageLength)
    }
    return ceiling === 0 ? 0 : sum / ceiling
  }

  /**
   * A word is covered by itself, or by the mean of its tokens' best cosines. For the document that was scored last, of so
   * many tokens; sets `shared` and `repeated` as well.
   */
  cover(document: Comparable, tokenCount: number, near: SoftMatch, covers: Float32Array, from: number): void {
    this.shared = 0
    this.repeated = 0
    const { hasTerms } = document
    if (!hasTerms && !near.isNear) return
    const { words, counts } = this
    const { weights, averageLength, total } = this.wordWeights
    let shared = 0
    let repeated = 0
    for (let word = 0; word < words.length; word++) {
      const { tokens } = words[word]
      let cover = 0
      if (hasTerms && counts[word] > 0) {
        cover = 1
        shared += Math.min(notes.mostInformation, weights[word])
        repeated += weights[word] * saturate(counts[word], document.length, averageLength * notes.longText)
      } else if (near.isNear && tokens.length > 0) {
        for (const token of tokens) cover += near.best[token]
        cover /= tokens.length
      }
      if (cover > covers[from + word]) covers[from + word] = cover
    }
    // A long text has some words by chance.
    this.shared = shared * Math.min(1, notes.sharedTokens / tokenCount)
    this.repeated = total === 0 ? 0 : repeated / (total * (bm25.k1 + 1))
  }
}

/** Every wording against every document of every candidate. Reuses `known`, the scores of the first candidates. */
export function scoreSimilarities(
  wordings: readonly Query[],
  { candidates, statistics }: CandidateSet,
  weights: SimilarityWeights = defaultWeights.similarity,
  known?: Similarities,
): Similarities {
  const count = candidates.length
  const scorersOf = (of: DocumentStatistics, length: number) =>
    wordings.map((query, wording) => new WordingScorer(query, wording, of, length, weights))
  const ofTexts = scorersOf(statistics, background.textLength)
  const ofAnswers = scorersOf(statistics.answers, background.answerLength)
  const softMatch = known?.softMatch ?? new SoftMatch(wordings[0])
  const covers = wordings.map(({ words }, wording) =>
    extended(new Float32Array(count * words.length), known?.wordings[wording].covers),
  )
  const lexical = extended(new Float64Array(count), known?.lexical)
  const vector = extended(new Float64Array(count), known?.vector)
  const soft = extended(new Float64Array(count), known?.soft)
  const wording = extended(new Uint8Array(count), known?.wording)
  const document = extended(new Uint8Array(count), known?.document)
  const best = extended(new Float64Array(count), known?.best)
  const total = extended(new Float64Array(count), known?.total)
  const shared = extended(new Float64Array(count), known?.shared)
  const repeated = extended(new Float64Array(count), known?.repeated)
  const bestOfWording = new Float64Array(wordings.length)

  for (let at = known?.total.length ?? 0; at < count; at++) {
    const candidate = candidates[at]
    const { answers } = candidate
    best[at] = -1
    bestOfWording.fill(0)
    for (let place = 0; place <= answers.length; place++) {
      const compared = place === 0 ? candidate : answers[place - 1]
      const scorers = place === 0 ? ofTexts : ofAnswers
      const { tokens } = compared
      softMatch.compare(tokens)
      for (let which = 0; which < scorers.length; which++) {
        const scorer = scorers[which]
        const similarity = scorer.score(compared, softMatch)
        scorer.cover(compared, tokens.to - tokens.from, softMatch, covers[which], at * wordings[which].words.length)
        if (scorer.shared > shared[at]) shared[at] = scorer.shared
        if (scorer.repeated > repeated[at]) repeated[at] = scorer.repeated
        if (similarity > bestOfWording[which]) bestOfWording[which] = similarity
        if (similarity <= best[at]) continue
        best[at] = similarity
        lexical[at] = scorer.lexical
        vector[at] = scorer.vector
        soft[at] = scorer.soft
        wording[at] = which
        document[at] = place
      }
    }
    let sum = 0
    for (const similarity of bestOfWording) sum += similarity
    total[at] = (best[at] + (agreement * sum) / wordings.length) / (1 + agreement)
  }
  return {
    ...{ lexical, vector, soft, wording, document, best, total, shared, repeated, softMatch },
    wordings: covers.map((each, which) => ({ wordWeights: ofTexts[which].wordWeights, covers: each })),
  }
}

function extended<Column extends Float64Array | Float32Array | Uint8Array>(
  column: Column,
  beginning: Column | undefined,
): Column {
  if (beginning !== undefined) column.set(beginning)
  return column
}
