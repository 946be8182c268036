import { type PlacedWord, wordSet } from '../phrases.js'

/*
 * GWT19: the words that need no place in a plan, because they only hold a sentence together. Every other word must be
 * consumed by a part of the plan: negations, quantifiers ("only", "both", "ever"), modal verbs, past auxiliaries and
 * prepositions with a meaning of their own ("near", "without", "before") are not among them.
 */
export const smallWords = wordSet(`a an the of in on at to for from by with as and is are am be being do does has have
  having there that which who whom whose what what's whats it its their they them these those i me us we my our you your
  please now currently`)

/** Words that open a request: "list the …", "tell me …". */
export const requestWords = wordSet(`list show give find tell name display enumerate get fetch return print compute
  calculate determine report identify say and so can could you me us up`)

/** Auxiliaries that put a question into the past. */
export const pastAuxiliaries = wordSet('was were did had been')

export const beingForms = wordSet('is are was were been being be')
export const doForms = wordSet('do does did')

const articles = wordSet('the a an')

/** The position before `at`, and before an article there. */
export const beforeArticle = (words: readonly PlacedWord[], at: number): number =>
  articles.has(words[at - 1]?.key ?? '') ? at - 2 : at - 1
