/** Calls `onFound` with the index of the keyword and its position in the text. */
export type KeywordScan = (text: string, onFound: (word: number, at: number) => void) => void

interface Word {
  /** At least three characters. */
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
const threeCharacters = (1 << (3 * bits)) - 1

/**
 * Finds all keywords in one pass. The low bits of three characters choose a group of keywords, of which ordinary text has
 * few, and those of the fourth whether one of the group may begin there. A search per keyword, or one regular expression
 * of all, takes ten times as long (`npm run bench:import`).
 */
export function createKeywordScan(words: readonly Word[]): KeywordScan {
  /** By the low bits of three characters; 0 is none. */
  const groupOf = new Uint16Array(threeCharacters + 1)
  const groups: Entry[][] = [[]]
  for (const [word, { text, ignoresCase }] of words.entries()) {
    if (text.length < 3) throw new Error(`the keyword ${text} has fewer than three characters`)
    for (const form of ignoresCase ? casesOf(text) : [text]) {
      const codes = Uint16Array.from({ length: form.length }, (_, place) => form.charCodeAt(place))
      const key = codes.subarray(0, 3).reduce((hash, code) => (hash << bits) | (code & lowBits), 0)
      if (groupOf[key] === 0) groupOf[key] = groups.push([]) - 1
      groups[groupOf[key]].push({ word, codes, ignoresCase })
    }
  }
  const fourths = Int32Array.from(groups, fourthCharacters)
  return (text, onFound) => {
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << bits) | (text.charCodeAt(at) & lowBits)) & threeCharacters
      const group = groupOf[hash]
      if (group !== 0 && at > 1 && (fourths[group] >>> (text.charCodeAt(at + 1) & lowBits)) & 1) {
        for (const entry of groups[group]) if (standsAt(text, at - 2, entry)) onFound(entry.word, at - 2)
      }
    }
  }
}

/** One bit for the low bits of each character that may come fourth. */
const fourthCharacters = (entries: readonly Entry[]): number =>
  entries.reduce((all, { codes }) => all | (codes.length === 3 ? -1 : 1 << (codes[3] & lowBits)), 0)

function standsAt(text: string, at: number, { codes, ignoresCase }: Entry): boolean {
  if (at + codes.length > text.length) return false
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
