import { fold, normalise } from './fold.js'

// "Anna: …", "Dr. Anna Lee: …": at most three capitalised words, then a colon and a gap.
export const speakerPrefix = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}):\s/u

/** Folded, so that a query names the speaker in any spelling. What the context says goes before the text. */
export function speakerOf(text: string, fromContext?: string | null): string | null {
  const name = fromContext?.trim() || speakerPrefix.exec(text)?.[1]
  return name ? fold(normalise(name)).replace(/\s+/g, ' ') : null
}
