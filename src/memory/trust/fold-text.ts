import { toSkeleton } from './skeleton.js'

/** Lower case, without accents, emphasis and apostrophes; one space between words, line breaks kept. */
export const foldText = (text: string): string =>
  toSkeleton(text)
    .shape.toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}*_~`'’]/gu, '')
    .replace(/[^\S\n]+/gu, ' ')
