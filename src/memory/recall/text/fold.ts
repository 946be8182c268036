const nonAscii = /[^\0-\x7f]/
// Combining accents. The marks of Indic, Thai, Hebrew and Arabic letters are part of the spelling and stay.
const accents = /\p{Script=Inherited}+/gu
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }
const lettersPattern = /[ßæœøđðłıþ]/g

export function isAscii(text: string): boolean {
  return !nonAscii.test(text)
}

/** Unicode NFKC: unifies full-width letters, ligatures and composed accents. */
export function normalise(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC')
}

/** Lower case without accents, so that "Zürich", "ZURICH" and "zurich" are one word. Expects normalised text. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isAscii(lower)) return lower
  // Accents first, since ǽ and ǿ have one.
  return lower
    .normalize('NFD')
    .replace(accents, '')
    .replace(lettersPattern, (letter) => letters[letter])
    .normalize('NFC')
}
