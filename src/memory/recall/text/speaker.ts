import { fold, normalise } from './fold.js'

// "Anna: …", "Dr. Anna Lee: …": at most three capitalised words, then a colon and white space.
export const speakerPrefix = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}):\s/u

/** The folded name of the speaker, from the context or else from the text. */
export function speakerOf(text: string, fromContext?: string | null): string | null {
  const name = fromContext?.trim() || speakerPrefix.exec(text)?.[1]
  return name ? fold(normalise(name)).replace(/\s+/g, ' ') : null
}
