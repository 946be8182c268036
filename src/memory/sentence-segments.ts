import { once } from '../once.js'

const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'sentence' }))

/** The sentences of a text by the rules of Unicode (UAX #29), with their white space and places. */
export const sentenceSegments = (text: string): readonly Intl.SegmentData[] => Array.from(segmenter().segment(text))
