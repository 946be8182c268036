/**
 * What a terminal would obey, or what hides text in it: control characters, the ends of escape sequences, characters that
 * turn the reading direction or are not seen, and noncharacters (`terminal-marks.ts`). A Unicode property, because literal
 * control characters in a pattern are hard to see.
 */
const control =
  /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Makes text of others safe for a terminal: what it would obey is shown, not sent. `util.stripVTControlCharacters` would
 * hide it. Escapes are those of JSON, so that JSON stays the same JSON.
 */
export const toPrintable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(control, (character) => (character === '\n' ? character : character === '\t' ? '  ' : shown(character)))

/** The same JSON without characters that a terminal would obey; `JSON.stringify` escapes only some of them. */
export const toPrintableJson = (json: string): string =>
  json.replace(control, (character) => (character === '\n' ? character : escaped(character)))

/** The same for all that a command prints: tabs only move, and stay. */
export const toOutput = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(control, (character) => (character === '\n' || character === '\t' ? character : shown(character)))

function shown(character: string): string {
  const code = character.charCodeAt(0)
  // The Unicode block of control pictures.
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : escaped(character)
}

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
