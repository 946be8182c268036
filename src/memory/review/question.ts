/** What a review asks (OPS7), the most urgent first. */
export const reviewTopics = ['replaces', 'same', 'merge', 'said_as', 'answers'] as const
export type ReviewTopic = (typeof reviewTopics)[number]

/** Every reply that settles a question; each item offers some of them. */
export const reviewChoices = [
  'replaces',
  'both_true',
  'same',
  'different',
  'stated',
  'plan',
  'question',
  'denial',
  'hearsay',
  'answers',
  'none',
  'unsure',
] as const
export type ReviewChoice = (typeof reviewChoices)[number]

/** A question about one memory, or about it and another. Ids alone, so that a list of them holds no text. */
export interface ReviewQuestion {
  readonly topic: ReviewTopic
  /** The memory that a reply changes, and on which it is noted: of a pair the earlier for `replaces`, else the newer. */
  readonly about: string
  readonly other: string | null
}

export const keyOf = ({ topic, about, other }: ReviewQuestion): string => `${topic} ${about} ${other ?? ''}`
