/**
 * All constants of recall, each with its reason. Those of conversations were fitted on the development data of
 * `npm run bench:recall` (LoCoMo, SciFact) to maximise the share of the evidence among the first ten results, those of
 * notes, newer memories and replacements on the development worlds of `npm run bench:daily`.
 */

/** Okapi BM25 as Robertson & Zaragoza (2009) recommend: k1 saturates repeats, b discounts long texts. */
export const bm25 = { k1: 1.2, b: 0.75 }

/**
 * REC19: word weights and lengths are blended with those of this many texts in general, so that the same pair of question
 * and memory is judged alike in a store of three memories and in one of thousands.
 */
export const background = {
  documents: 300,
  /** Content words of a typical memory, and of a question that one answers. */
  textLength: 14,
  answerLength: 5,
  /** The share of texts that contain a word which the vocabulary spells in several pieces, or not at all. */
  piecedWord: 0.002,
  unspelledWord: 0.0005,
}

/** Typing mistakes: one edit in a word of five letters or more, two in a long one; an inflection adds three letters at most. */
export const spelling = { minLength: 5, twoEditsFrom: 8, maxEnding: 3 }

/** REC24: the weight of the mean over the wordings beside the best of them. */
export const agreement = 1

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

/** REC15: memories that are no conversation are judged by themselves; fitted on daily notes and questions. */
export const notes = {
  /** An answer follows its question. */
  answer: 0.15,
  /** How much of the query the memory itself covers. */
  coverage: 0.15,
  /**
   * For each unit of information (idf) in the words that question and memory share: shares of the question alone cannot
   * tell one common word from three rare ones. At most so much counts for a word, since how rare it is cannot be told
   * from a small store; in a text of more content tokens it counts in proportion, since a long text has words by chance.
   */
  shared: 0.02,
  mostInformation: 5,
  sharedTokens: 18,
  /** BM25 without most of its discount for long texts: a page that repeats the question's words is about them (SciFact). */
  repeated: 0.25,
  longText: 20,
  /**
   * P = σ(steepness·(score − middle)), for a question in one wording and in several. Below the knee the curve is less
   * steep: at a relevance under 0.05 (REC20) a memory is left out, and one in thirty of the tenth results is needed.
   */
  curve: { steepness: 8, middle: 0.67, knee: { logit: -2.2, gentleness: 0.26 } },
  curveOfSeveral: { steepness: 8, middle: 0.81, knee: { logit: -2.2, gentleness: 0.22 } },
  /** How much the middle is higher for a question that names somebody: whatever is known of them shares the name. */
  nameMiddle: 0.06,
  /** For a question none of whose words the model knows as a whole: what it understands less of, all is alike to. */
  piecedMiddle: 0.14,
  /** The share of these cues that counts: standing at the right time or being long says less of a note. */
  date: 0.5,
  verbosity: 0.5,
  /** A span of more days counts in proportion: that it was this year says little. */
  dateDays: 31,
  /** A question without content words is answered by what is new. */
  recency: 5,
  /** REC17: times the cue. A stored question is no answer. */
  question: 3,
}

/** REC16: when a later memory may have replaced an earlier one. Fitted on daily notes and questions. */
export const newerTruth = {
  /** The results that may be successors, and those whose successors are looked for. */
  pool: 30,
  page: 10,
  /** How many replacements of replacements are followed. */
  maxChain: 3,
  /**
   * How alike the two are beyond what the results are on average, for answers as a share of what is possible; and the
   * share of the earlier one's score that the later one must have.
   */
  answers: { minLikeness: 0.5, minShare: 0.7 },
  texts: { minLikeness: 0.22, minShare: 0.5 },
  /** For a question that asks for what is now, in so many words: something has changed, and in other words. */
  textsNow: { minLikeness: 0.16, minShare: 0 },
  /** A text with more content tokens is on several subjects, so that no other replaces it. */
  maxTokens: 80,
}

/** OPS6: when a new memory may make an earlier one untrue. Fitted on daily notes: a tenth of false alarms. */
export const replacement = {
  /** A shared answer, with half of how alike the texts are. */
  textWeight: 0.5,
  minByAnswers: 0.76,
  /** Added when the new memory answers what is so now. */
  presentBonus: 0.2,
  /** Without answers to compare, only texts that are hardly different. */
  minByText: 0.55,
  most: 2,
  equallyLikely: 0.97,
}

/** REC20: a memory with a lower relevance hardly ever bears on the question. */
export const fillerBound = 0.05

/**
 * REC14: the least relevance that the workflow and lessons act on, besides `nothingRelevant` and gates of their own.
 */
export const relevanceFloor = 0.41

/**
 * REC17, REC18: how much lower a memory stands that does not say what is, in units of the logit. A question stands below
 * everything, even one in the very words that are asked, whose logit is about 15.
 */
export const saidAsDemotion = { question: 30, plan: 0.5, denial: 0.5, hearsay: 0.3 }

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

/**
 * REC13: P = σ(steepness·(score − middle)) for a line of a conversation, less steep below the knee, as for notes. Fitted on
 * conversations of two people and of a person with a coding agent.
 */
export const curve = { steepness: 14, middle: 1.2, knee: { logit: -2.4, gentleness: 0.05 } }

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
  /** For a note (REC15): similarity and this share of its coverage must reach the bound, whatever the size of the store. */
  noteCoverage: 0.7,
  minOfNote: 0.322,
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
