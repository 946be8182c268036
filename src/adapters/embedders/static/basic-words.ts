// BERT's BasicTokenizer: https://github.com/google-research/bert/blob/master/tokenization.py
// Text is cleaned, lower-cased, stripped of accents; then split at spaces, punctuation and CJK characters.

/** Printable ASCII and plain white space: nothing to clean, no accents, so lower case is all it takes. */
const needsCleaning = /[^\t\n\r\x20-\x7e]/
/** Unassigned characters stay (and become unknown words): which they are depends on the Unicode version. */
const invisibles = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffd]/gu
const blanks = /[\t\n\r]/g
const accents = /\p{Mn}/gu
const punctuation = /\p{P}/u
const space = /\p{Z}/u
/** Ideographs only, as BERT has it: kana and hangul are written in words. */
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u

/** What a character does to the word it meets. */
const inWord = 1
const separates = 2
/** Ends the word before it and is a word itself. */
const standsAlone = 3

/** By code unit, filled as characters are met: 64 kB at most, and no regular expression twice. */
const kinds = new Uint8Array(0x1_0000)
for (let code = 0; code < 0x80; code++) kinds[code] = asciiKind(code)

/** Calls `onWord` with each word of the text, in order. */
export function eachBasicWord(text: string, onWord: (word: string) => void): void {
  const clean = normalise(text)
  let start = 0
  let at = 0
  while (at < clean.length) {
    const kind = kindAt(clean, at)
    const width = isHighSurrogate(clean.charCodeAt(at)) ? 2 : 1
    if (kind !== inWord) {
      if (at > start) onWord(clean.slice(start, at))
      if (kind === standsAlone) onWord(clean.slice(at, at + width))
      start = at + width
    }
    at += width
  }
  if (at > start) onWord(clean.slice(start, at))
}

function normalise(text: string): string {
  if (!needsCleaning.test(text)) return text.toLowerCase()
  return text.replace(blanks, ' ').replace(invisibles, '').toLowerCase().normalize('NFD').replace(accents, '')
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  // Cleaning removed lone surrogates, so a high one always begins a pair.
  if (isHighSurrogate(unit)) return kindOf(text.slice(at, at + 2))
  const known = kinds[unit]!
  if (known !== 0) return known
  const kind = kindOf(text.charAt(at))
  kinds[unit] = kind
  return kind
}

function kindOf(character: string): number {
  if (space.test(character)) return separates
  return punctuation.test(character) || ideograph.test(character) ? standsAlone : inWord
}

/** BERT counts all ASCII symbols as punctuation, also those that Unicode does not (`$ + < = > ^ \` | ~`). */
function asciiKind(code: number): number {
  const character = String.fromCharCode(code)
  if (/[0-9A-Za-z]/.test(character)) return inWord
  return code <= 0x20 ? separates : standsAlone
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
