// A Unicode property, because literal control characters in a pattern are hard to see.
const control = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes stored text safe for a terminal: escape sequences and characters that change the reading direction are shown,
 * not sent. `util.stripVTControlCharacters` would hide them.
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(control, (character) => {
    if (character === '\n') return character
    if (character === '\t') return '  '
    const code = character.codePointAt(0)!
    // The Unicode block of control pictures.
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** The same JSON without characters that a terminal would obey; `JSON.stringify` escapes only some of them. */
export const toPrintableJson = (json: string): string =>
  json.replace(control, (character) =>
    character === '\n' ? character : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
