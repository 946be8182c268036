import { sentenceSegments } from '../sentence-segments.js'

/** The sentence of a text that names a thing. */
export interface Mention {
  readonly sentence: string
  /** True when the sentence says what the thing is. */
  readonly isDefinition: boolean
}

const maxSentenceLength = 300

/** What ends a sentence to the segmenter wherever it stands: lines are segmented one by one. */
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/
/** Of a longer line, this much before and after the name: the segmenter takes quadratic time on some. */
const maxReach = 1_000
/** A text that names a thing more often defines it early, if at all. */
const maxLines = 200

/** The first sentence that defines it, else the first that names it; undefined when none does. */
export function findMention(name: string, text: string): Mention | undefined {
  const wanted = name.toLowerCase()
  // Most texts do not name it, and segmenting is what takes the time.
  if (!text.toLowerCase().includes(wanted)) return undefined
  const lines = text.split(lineEnd).filter((line) => line.toLowerCase().includes(wanted))
  let first: string | undefined
  for (const line of lines.slice(0, maxLines)) {
    for (const sentence of sentencesNaming(wanted, line)) {
      first ??= sentence
      if (defines(sentence, wanted)) return { sentence: shortened(sentence), isDefinition: true }
    }
  }
  return first === undefined ? undefined : { sentence: shortened(first), isDefinition: false }
}

function sentencesNaming(wanted: string, line: string): string[] {
  const at = line.toLowerCase().indexOf(wanted)
  const isLong = line.length > 2 * maxReach + wanted.length
  const near = isLong ? wholeCharacters(line, Math.max(0, at - maxReach), at + wanted.length + maxReach) : line
  return sentenceSegments(near)
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence.toLowerCase().includes(wanted))
}

/** A part of the text that begins and ends with a whole character. */
function wholeCharacters(text: string, from: number, to: number): string {
  const isInside = (at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return text.slice(isInside(from) ? from + 1 : from, isInside(to) ? to - 1 : to)
}

/** "Kestrel is a …", "Priya, our designer", "Kestrel, the …". */
function defines(sentence: string, name: string): boolean {
  const after = sentence.toLowerCase().split(name).slice(1)
  return after.some((rest) => /^(?: (?:is|was) (?:an?|the|our|my)\b|, (?:an?|the|our|my) )/.test(rest))
}

/** Cuts between code points and marks the cut with an ellipsis. */
function shortened(sentence: string): string {
  const characters = Array.from(sentence)
  return characters.length <= maxSentenceLength ? sentence : `${characters.slice(0, maxSentenceLength - 1).join('')}…`
}
