import { toSkeleton } from './skeleton.js'

/** Small letters that look Latin only as capitals: "Т" and "т" are one letter, whatever a reader takes it for. */
const capitalLooksLatin: Readonly<Record<string, string>> = Object.fromEntries(
  [...'внкмтβηικμτχζ'].map((letter, place) => [letter, [...'bhkmtbhikmtxz'][place]!]),
)

/** Lower case, without accents, emphasis and apostrophes; one space between words, line breaks kept. */
export const foldText = (text: string): string =>
  toSkeleton(text.toLowerCase())
    .shape.toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}*_~`'’]/gu, '')
    .replace(/[внкмтβηικμτχζ]/gu, (letter) => capitalLooksLatin[letter]!)
    .replace(/[^\S\n]+/gu, ' ')
