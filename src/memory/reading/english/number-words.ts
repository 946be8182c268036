const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 }

const small = new Map([
  ...ones.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, at) => [word, (at + 2) * 10] as const),
])

const word = `(?:${[...small.keys(), ...Object.keys(scales)].sort((a, b) => b.length - a.length).join('|')})`

/** "thirty-eight", "two thousand and fifty", "a hundred": a number in words, to be put into a larger pattern. */
export const numberInWords = `(?:an? (?=hundred|thousand|million))?${word}(?:(?:[ -]| and )${word}){0,8}(?![\\p{L}\\p{N}-])`

/** Undefined for words that are no number: "five two", "hundred thirty thousand hundred". */
export function valueOfWords(text: string): number | undefined {
  const words = text.toLowerCase().split(/[ -]+/)
  let [total, group, last] = [0, 0, Number.POSITIVE_INFINITY]
  for (const each of words) {
    if (each === 'and' || each === 'a' || each === 'an') continue
    const value = small.get(each)
    if (value !== undefined) {
      // "twenty-two", "hundred five"; not "five two" or "twenty twelve".
      if (last < 100 && !(last >= 20 && value > 0 && value < 10)) return undefined
      group += value
      last = value
      continue
    }
    const scale = scales[each]
    if (scale === undefined) return undefined
    if (scale === 100) {
      if (group >= 100) return undefined
      group = (group || 1) * 100
      last = 100
    } else {
      total += (group || 1) * scale
      group = 0
      last = scale
    }
  }
  return total + group
}
