/** Calls `onFound` with the index of each keyword whose fourth character is from `from` up to `to`, and its position. */
export type KeywordScan = (text: string, from: number, to: number, onFound: (word: number, at: number) => void) => void

interface Word {
  /** At least three characters. It is found where four characters are left, and nothing shorter is a secret. */
  readonly text: string
  readonly ignoresCase: boolean
}

interface Entry {
  readonly word: number
  /** The character codes; of ASCII letters in lower case when case is ignored. */
  readonly codes: Uint16Array
  readonly ignoresCase: boolean
}

/** The low bits of a character: the same for an upper and a lower case letter, in Latin, Greek and Cyrillic. */
const bits = 5
const lowBits = (1 << bits) - 1
const anyLowBits = Array.from({ length: lowBits + 1 }, (_, low) => low)
const threeCharacters = (1 << (3 * bits)) - 1

/** Typed arrays are read several times as fast as strings. One is enough: a scan is synchronous. */
const window = Buffer.alloc(65_536)

/**
 * Finds all keywords in one pass. One look-up tells whether a keyword may begin three characters before: the low bits of
 * three characters choose a number, in which the fourth has a bit. A search per keyword, or one regular expression of all,
 * takes ten times as long (`npm run bench:import`).
 */
export function createKeywordScan(words: readonly Word[]): KeywordScan {
  const fourthsOf = new Int32Array(threeCharacters + 1)
  /** By the low bits of four characters. */
  const entriesOf = new Map<number, Entry[]>()
  for (const [word, { text, ignoresCase }] of words.entries()) {
    for (const form of ignoresCase ? casesOf(text) : [text]) {
      const codes = Uint16Array.from({ length: form.length }, (_, place) => form.charCodeAt(place))
      const key = codes.subarray(0, 3).reduce((hash, code) => (hash << bits) | (code & lowBits), 0)
      for (const fourth of codes.length === 3 ? anyLowBits : [codes[3] & lowBits]) {
        fourthsOf[key] |= 1 << fourth
        const all = (key << bits) | fourth
        entriesOf.set(all, [...(entriesOf.get(all) ?? []), { word, codes, ignoresCase }])
      }
    }
  }
  return (text, from, to, onFound) => {
    let hash = 0
    // The three characters before `from` belong to keywords whose fourth comes behind it.
    for (let first = Math.max(0, from - 3); first < to; first += window.length) {
      // Latin-1 keeps the low byte of each character, which is all that is looked up.
      const length = window.write(text.slice(first, Math.min(to, first + window.length)), 'latin1')
      const reportsFrom = from - first
      for (let at = 0; at < length; at++) {
        const low = window[at] & lowBits
        if (((fourthsOf[hash] >>> low) & 1) === 1 && at >= reportsFrom)
          report(text, first + at - 3, entriesOf.get((hash << bits) | low), onFound)
        hash = ((hash << bits) | low) & threeCharacters
      }
    }
  }
}

function report(text: string, at: number, entries: readonly Entry[] = [], onFound: Parameters<KeywordScan>[3]): void {
  for (const entry of entries) if (standsAt(text, at, entry)) onFound(entry.word, at)
}

function standsAt(text: string, at: number, { codes, ignoresCase }: Entry): boolean {
  if (at < 0 || at + codes.length > text.length) return false
  for (let place = 0; place < codes.length; place++) {
    const code = text.charCodeAt(at + place)
    const isUpperCase = ignoresCase && code >= 65 && code <= 90
    if ((isUpperCase ? code + 32 : code) !== codes[place]) return false
  }
  return true
}

/** ASCII letters are compared in lower case; other letters in the cases that people write. */
function casesOf(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  const forms = [lower, capital, lower.toUpperCase()].filter((form) => form.length === text.length)
  return [...new Set(forms.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}
