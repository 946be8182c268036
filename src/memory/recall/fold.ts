const nonAscii = /[^\0-\x7f]/
// Marks that are accents. Those of Indic, Thai, Hebrew or Arabic letters are part of the spelling and stay.
const accents = /\p{Script=Inherited}+/gu
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}
const lettersPattern = /[ßæœøđðłıþ]/g

export function isAscii(text: string): boolean {
  return !nonAscii.test(text)
}

/** Compatibility forms become one (full-width letters, ligatures, composed accents): Unicode NFKC. */
export function normalise(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC')
}

/** Lower case without accents, so that "Zürich", "ZURICH" and "zurich" are one word. Expects normalised text. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isAscii(lower)) return lower
  // Accents first, since ǽ and ǿ have one, too.
  return lower
    .normalize('NFD')
    .replace(accents, '')
    .replace(lettersPattern, (letter) => letters[letter])
    .normalize('NFC')
}
