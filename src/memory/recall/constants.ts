/**
 * Every number that recall decides with, and why. The ranking constants were fitted on the development data
 * (conversations and scientific claims) with the fraction of the evidence in the first ten as the goal.
 */

/** Okapi BM25 as Robertson & Zaragoza (2009) recommend: k1 saturates repeats, b discounts long texts. */
export const bm25 = { k1: 1.2, b: 0.75 }

/** What a word weighs that no memory holds and no token spells: a bigram across two words, an inflected Arabic noun. */
export const unknownUnspelledShare = 0.25

/** Cosines below are what unrelated tokens have by chance. */
export const softFloor = 0.35

/** What the surroundings add. */
export const context = {
  /** What was said just before says what this is about. */
  previous: 0.2,
  next: 0.1,
  /** An answer follows its question. */
  answer: 0.3,
  /** An exchange has three steps: question, proposal, decision. The decision belongs to the question before both. */
  exchange: 0.1,
  /** How much of the query the memory covers together with its neighbours, whose words count a little less. */
  coverage: 0.3,
  coveredByPrevious: 0.8,
  coveredBySecondBefore: 0.5,
  coveredByNext: 0.4,
  /** A scene with three good memories is about the query; one lucky memory is not enough. */
  scene: 0.9,
  sceneBest: 3,
  sceneLexical: 0.2,
  /** Memories in a usual scene. A constant, so that a score does not depend on which scenes are among the candidates. */
  sceneSize: 20,
}

export const cues = {
  speaker: 0.04,
  /** A question asks for what the query asks for; it does not hold the answer. */
  question: -0.09,
  /** The query asks when, the text says when. */
  time: 0.18,
  /** "Great, thanks!" matches by accident: a text of under 20 content tokens says little. */
  substance: 0.15,
  substanceTokens: 20,
  /** Long texts gather soft matches by their length alone. */
  verbosity: -0.13,
  verbosityFrom: 4,
  verbosityMost: 3,
  /** It happened when the query says, or in the days after, when such things are told. */
  date: 0.35,
  dateFadeDays: 7,
  phrase: 0.3,
  identifier: 0.2,
  /** Only when the query has nothing to look for. */
  recency: 0.1,
}

/** REC13: P = σ(steepness·(score − middle)). */
export const curve = { steepness: 14, middle: 1.1 }

/** A text's distinct content tokens beyond these say nothing new about it. */
export const maxStoredTokens = 400
/** A query's first distinct words: enough for any question, and a pasted page stays fast. */
export const maxQueryWords = 64
/** Languages whose stems a query tries: English and the commonest of the store. */
export const maxQueryStems = 4
/** REC14: whether anything on this was ever told. */
export const evidence = {
  /**
   * Below this share of the query's weighted words, in the scene that covers most, nothing was. The more memories, the
   * more one covers by chance: the bound rises with the logarithm of their number, up to a conversation's 600.
   */
  minCoverage: 0.48,
  minCoverageOfOne: 0.3,
  chanceMemories: 600,
  /** A memory this near says it in other words; unrelated texts stay below. */
  cosine: 0.45,
  /** A question with at most this many words beside its date asks what happened then. */
  dateWords: 1,
  /** Added to every idf: a store of ten memories has no idf worth the name. */
  added: 2,
  /** A question about somebody unknown is a question about nothing known. */
  name: 2,
}
/** Scenes whose other members are brought in when not all memories are candidates. */
export const maxCompletedScenes = 32
