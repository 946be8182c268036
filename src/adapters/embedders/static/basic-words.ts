// BERT's BasicTokenizer: https://github.com/google-research/bert/blob/master/tokenization.py
// Text is cleaned, lower-cased, stripped of accents; then split at spaces, punctuation and CJK characters.
import { hashOfNothing, hashOn } from './piece-table.js'

/** Printable ASCII and plain white space: nothing to clean, no accents, so lower case is all it takes. */
const needsCleaning = /[^\t\n\r\x20-\x7e]/
/** Unassigned characters stay and become unknown words, because they depend on the Unicode version. */
const invisibles = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffd]/gu
const blanks = /[\t\n\r]/g
const accents = /\p{Mn}/gu
const punctuation = /\p{P}/u
const space = /\p{Z}/u
/** Ideographs only, as BERT has it: kana and hangul are written in words. */
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u

/** The kinds of characters. */
const inWord = 1
const separates = 2
/** Ends the word before it and is itself a word. */
const standsAlone = 3

/** A cache by code unit: at most 64 kB, and each character is classified once. */
const kinds = new Uint8Array(0x1_0000)
for (let code = 0; code < 0x80; code++) kinds[code] = asciiKind(code)

/** A word is `text` from `start` to `end`; `hash` covers its code units. */
type OnWord = (text: string, start: number, end: number, hash: number) => void

/** The cleaned, lower-cased text without accents, ready to be split. */
export function toBasicText(text: string): string {
  if (!needsCleaning.test(text)) return text.toLowerCase()
  return text.replace(blanks, ' ').replace(invisibles, '').toLowerCase().normalize('NFD').replace(accents, '')
}

/** Calls `onWord` with each word of a basic text, in order. */
export function eachBasicWord(text: string, onWord: OnWord): void {
  let start = 0
  let hash = hashOfNothing
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    const isPair = isHighSurrogate(unit)
    const end = isPair ? at + 2 : at + 1
    const kind = isPair ? kindOf(text.slice(at, end)) : kinds[unit] || classifyUnit(unit)
    if (kind === inWord) {
      hash = hashOn(hash, unit)
      if (isPair) hash = hashOn(hash, text.charCodeAt(at + 1))
    } else {
      if (at > start) onWord(text, start, at, hash)
      hash = hashOfNothing
      if (kind === standsAlone) {
        const first = hashOn(hash, unit)
        onWord(text, at, end, isPair ? hashOn(first, text.charCodeAt(at + 1)) : first)
      }
      start = end
    }
    at = end
  }
  if (text.length > start) onWord(text, start, text.length, hash)
}

function classifyUnit(unit: number): number {
  const kind = kindOf(String.fromCharCode(unit))
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

/** Cleaning removed lone surrogates, so a high one always begins a pair. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
