/** Digits and signs that stand for letters in a word. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/**
 * The other readings of a text whose words are run together, cut or spelt so that they are not found:
 * `ignoreAllPrevious`, `ignore_all_previous`, `ig-nore`, `1gn0re`, `&#105;gnore`, `i g n o r e`. Only those that differ from the text.
 */
export function respell(text: string): readonly string[] {
  const spaced = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])/gu, ' ')
  const joined = text
    .replace(/&#(?:x([\da-f]{2,5})|(\d{2,6}));/giu, (_, hex, decimal) =>
      toCharacter(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)),
    )
    .replace(/(?<=\p{L})-(?=\p{L})/gu, '')
    // One space between single letters is inside a word, two are between words.
    .replace(/(?<=(?<![\p{L}\p{N}])\p{L}) (?=\p{L}(?![\p{L}\p{N}]))/gu, '')
    .replace(/(?<=\p{L})[013457@$]|[013457@$](?=\p{L})/gu, (sign) => letters[sign]!)
  return [spaced, joined].filter((reading) => reading !== text)
}

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
