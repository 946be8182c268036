// Matched by property, because a literal control character in a pattern is hard to see.
const control = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Stored text may hold anything, a terminal obeys some of it: escape sequences and characters that turn the reading
 * direction are shown, not sent.
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(control, (character) => {
    if (character === '\n') return character
    if (character === '\t') return '  '
    const code = character.codePointAt(0)!
    // The Unicode block of pictures for the first control characters.
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** JSON that says the same and that no terminal obeys: JSON itself escapes only the first of these characters. */
export const toPrintableJson = (json: string): string =>
  json.replace(control, (character) =>
    character === '\n' ? character : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
