import { certainMentions, readSentences } from '../consolidation/extraction/extract-by-rules.js'
import type { NamedType } from '../consolidation/extraction/extraction.js'
import { findMentions } from '../consolidation/extraction/mentions.js'
import { withTypes } from '../consolidation/extraction/name-types.js'
import { stopWords } from '../recall/text/stop-words.js'
import type { Span } from './span.js'

/** A name as deep consolidation finds it (CON3), and what kind of thing has it, where that is known. */
export interface ReadName extends Span {
  readonly type: NamedType | null
}

/** Tagging takes about a millisecond per sentence, and it cannot be sliced. */
const maxCharacters = 1_000

/** The names in the beginning of a text. Loads the language library on first use. */
export async function namesIn(text: string): Promise<readonly ReadName[]> {
  const readings = await readSentences(text.slice(0, maxCharacters), { project: null, speaker: null })
  const mentions = certainMentions(readings.map((reading) => withTypes(findMentions(reading), reading)))
  return readings.flatMap(({ sentence: { tokens } }, at) =>
    mentions[at]!.flatMap(({ from, to, type }) => {
      const [start, last] = [tokens[from]!.start, tokens[to - 1]!]
      const written = text.slice(start, last.start + last.text.length)
      // Capitals of emphasis or of a sentence's beginning.
      return stopWords('en').has(written.toLowerCase()) ? [] : [{ from: start, text: written, type: type ?? null }]
    }),
  )
}
