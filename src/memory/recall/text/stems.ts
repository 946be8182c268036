import { stemEnglish } from './english-stem.js'

export type Stem = (word: string) => string

// Stemmers by ISO 639-1 code, each loaded on first use: most stores contain one language.
const loaders: Readonly<Record<string, () => Promise<{ stemmer: Stem }>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: () => import('@orama/stemmers/bulgarian'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  ne: () => import('@orama/stemmers/nepali'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
}

const unchanged: Stem = (word) => word
const loaded = new Map<string, Stem>([['en', stemEnglish]])

/** Synchronous when the language's stemmer is loaded or there is none. */
export function stemOf(language: string): Stem | Promise<Stem> {
  const ready = loaded.get(language)
  if (ready !== undefined) return ready
  const load = loaders[language]
  if (load === undefined) return unchanged
  return load().then(({ stemmer }) => {
    loaded.set(language, stemmer)
    return stemmer
  })
}
