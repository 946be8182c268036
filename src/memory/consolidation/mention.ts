/** The sentence of a text that names a thing. */
export interface Mention {
  readonly sentence: string
  /** True when the sentence says what the thing is. */
  readonly isDefinition: boolean
}

const maxSentenceLength = 300
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The first sentence that defines it, else the first that names it; undefined when none does. */
export function findMention(name: string, text: string): Mention | undefined {
  const wanted = name.toLowerCase()
  const naming = Array.from(sentences.segment(text), ({ segment }) => segment.trim()).filter((sentence) =>
    sentence.toLowerCase().includes(wanted),
  )
  const definition = naming.find((sentence) => defines(sentence, wanted))
  const sentence = definition ?? naming[0]
  if (sentence === undefined) return undefined
  return { sentence: shortened(sentence), isDefinition: definition !== undefined }
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
