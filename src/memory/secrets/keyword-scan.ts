/** Calls `onFound` with the index of each keyword whose first two characters end from `from` up to `to`, and its position. */
export type KeywordScan = (text: string, from: number, to: number, onFound: (word: number, at: number) => void) => void

interface Word {
  readonly text: string
  readonly ignoresCase: boolean
}

interface Entry {
  readonly word: number
  /** The character codes after the first two; lower case when case is ignored. */
  readonly rest: Uint8Array
  readonly ignoresCase: boolean
}

const ascii = 128
const lowBits = ascii - 1

/**
 * Finds all keywords in one pass. Three characters decide whether a keyword may begin at a position, which is rare in
 * ordinary text. A search per keyword, or one regular expression of all, takes ten times as long (`npm run bench:import`).
 */
export function createKeywordScan(words: readonly Word[]): KeywordScan {
  /** Group of keywords by their first two characters; 0 is none. */
  const groupOfPair = new Uint16Array(ascii * ascii)
  const groups: Entry[][] = [[]]
  for (const [word, { text, ignoresCase }] of words.entries()) {
    const rest = Uint8Array.from(ignoresCase ? text.toLowerCase().slice(2) : text.slice(2), (each) =>
      each.charCodeAt(0),
    )
    for (const pair of ignoresCase ? casesOf(text.slice(0, 2)) : [text.slice(0, 2)]) {
      const key = pair.charCodeAt(0) * ascii + pair.charCodeAt(1)
      if (groupOfPair[key] === 0) groupOfPair[key] = groups.push([]) - 1
      groups[groupOfPair[key]].push({ word, rest, ignoresCase })
    }
  }
  const thirdAllowed = thirdCharacters(groups)
  return (text, from, to, onFound) => {
    let before = from === 0 ? ascii : text.charCodeAt(from - 1)
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code < ascii && before < ascii) {
        const group = groupOfPair[before * ascii + code]
        if (group !== 0 && thirdAllowed[group * ascii + (text.charCodeAt(at + 1) & lowBits)] === 1) {
          for (const entry of groups[group]) if (continues(text, at + 1, entry)) onFound(entry.word, at - 1)
        }
      }
      before = code
    }
  }
}

/** Per group, whether a keyword may continue with a character that has these low bits. */
function thirdCharacters(groups: readonly (readonly Entry[])[]): Uint8Array {
  const thirdAllowed = new Uint8Array(groups.length * ascii)
  for (const [group, entries] of groups.entries()) {
    for (const { rest, ignoresCase } of entries) {
      const third = String.fromCharCode(...rest.slice(0, 1))
      if (third === '') thirdAllowed.fill(1, group * ascii, (group + 1) * ascii)
      else
        for (const each of ignoresCase ? casesOf(third) : [third]) thirdAllowed[group * ascii + each.charCodeAt(0)] = 1
    }
  }
  return thirdAllowed
}

function continues(text: string, at: number, { rest, ignoresCase }: Entry): boolean {
  if (at + rest.length > text.length) return false
  for (let place = 0; place < rest.length; place++) {
    const code = text.charCodeAt(at + place)
    const isUpperCase = ignoresCase && code >= 65 && code <= 90
    if ((isUpperCase ? code + 32 : code) !== rest[place]) return false
  }
  return true
}

function casesOf(text: string): string[] {
  const [first, ...rest] = text
  if (first === undefined) return ['']
  const cases = [...new Set([first.toLowerCase(), first.toUpperCase()])]
  return cases.flatMap((one) => casesOf(rest.join('')).map((others) => one + others))
}
