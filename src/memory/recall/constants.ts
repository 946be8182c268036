/**
 * All constants of recall, each with its reason. The ranking constants were fitted on the development data
 * (conversations and scientific claims) to maximise the share of the evidence among the first ten results.
 */

/** Okapi BM25 as Robertson & Zaragoza (2009) recommend: k1 saturates repeats, b discounts long texts. */
export const bm25 = { k1: 1.2, b: 0.75 }

/** The weight of a word that no memory contains and no token spells: a bigram across two words, an inflected Arabic noun. */
export const unknownUnspelledShare = 0.25

/** Unrelated tokens reach lower cosines by chance. */
export const softFloor = 0.35

/** Weights of the context in the scene. */
export const context = {
  /** The previous memory says what this one is about. */
  previous: 0.2,
  next: 0.1,
  /** An answer follows its question. */
  answer: 0.3,
  /** An exchange has three steps: question, proposal, decision. The decision gets a share of the question. */
  exchange: 0.1,
  /** How much of the query the memory covers together with its neighbours, whose words count less. */
  coverage: 0.3,
  coveredByPrevious: 0.8,
  coveredBySecondBefore: 0.5,
  coveredByNext: 0.4,
  /** A scene with three good memories is about the query; one good memory may be chance. */
  scene: 0.9,
  sceneBest: 3,
  sceneLexical: 0.2,
  /** Memories in a typical scene. A constant, so that scores do not depend on which scenes are among the candidates. */
  sceneSize: 20,
}

export const cues = {
  speaker: 0.04,
  /** A question repeats the query and does not contain the answer. */
  question: -0.09,
  /** The query asks for a time and the text names one. */
  time: 0.18,
  /** "Great, thanks!" matches by chance: a text of under 20 content tokens says little. */
  substance: 0.15,
  substanceTokens: 20,
  /** Long texts collect soft matches through their length alone. */
  verbosity: -0.13,
  verbosityFrom: 4,
  verbosityMax: 3,
  /** It happened at the time that the query names, or was reported in the days after. */
  date: 0.35,
  dateFadeDays: 7,
  phrase: 0.3,
  identifier: 0.2,
  /** Applies only when the query has no content words. */
  recency: 0.1,
}

/** REC13: P = σ(steepness·(score − middle)). */
export const curve = { steepness: 14, middle: 1.1 }

/** Further distinct content tokens of a text add nothing to its ranking. */
export const maxStoredTokens = 400
/** The first distinct words of a query: enough for any question, and bounds the cost of a pasted page. */
export const maxQueryWords = 64
/** Languages whose stemmers a query uses: English and the most frequent ones of the store. */
export const maxQueryStems = 4
/** REC14: whether anything relevant is stored. */
export const evidence = {
  /**
   * Nothing relevant is stored when the best scene covers less than this share of the query's weighted words. With more
   * memories chance coverage grows: the bound rises with the logarithm of their number, up to 600, a long conversation.
   */
  minCoverage: 0.48,
  minCoverageOfOne: 0.3,
  chanceMemories: 600,
  /** A memory with at least this cosine is a paraphrase; unrelated texts stay below. */
  cosine: 0.45,
  /** A question with at most this many words besides its date asks what happened then. */
  dateWords: 1,
  /** Added to every idf: in a store of ten memories idf is not meaningful. */
  added: 2,
  /** Factor for names: a question about an unknown person has no relevant memories. */
  name: 2,
}
/** Scenes whose other members are fetched when not all memories are candidates. */
export const maxCompletedScenes = 32
