import { isAscii } from './fold.js'
import { languagesOfStopWord } from './stop-words.js'

type Detect = (text: string) => string

let detect: Detect | undefined

// A shorter text may consist of names and interjections.
const minWords = 6
const minVotes = 2
// Function words are at least a third of running text. Most texts are English, so that English needs fewer; related
// languages share many of theirs.
const minShareEnglish = 0.15
const minShare = 0.3
// The library takes about 0.4 ms per text and is used only when function words do not decide.
const minWordsForLibrary = 12
const maxCharactersForLibrary = 600

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
]

function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? []
  for (const [script, language] of scripts) {
    const share = letters.filter((letter) => script.test(letter)).length / Math.max(1, letters.length)
    // A few kana among Han mean Japanese; a single Greek letter in a formula does not mean Greek.
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language
  }
  return undefined
}

/** The language with the most function words; ties go to the first of `preferred`. */
export function languageByFunctionWords(
  words: readonly string[],
  preferred: readonly string[],
): { readonly language: string; readonly votes: number } | undefined {
  const votes = new Map<string, number>()
  for (const word of words) {
    for (const language of languagesOfStopWord.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1)
  }
  let best: { language: string; votes: number } | undefined
  for (const language of [...preferred, ...votes.keys()]) {
    const count = votes.get(language) ?? 0
    if (count > (best?.votes ?? 0)) best = { language, votes: count }
  }
  return best
}

async function loadDetector(): Promise<Detect> {
  detect ??= (await import('tinyld')).detect
  return detect
}

/** ISO 639-1; null when the text is too short. Returns a promise only while the library is being loaded. */
export function detectLanguage(text: string, words: readonly string[]): string | null | Promise<string | null> {
  if (!isAscii(text)) {
    const byScript = languageOfScript(text.slice(0, maxCharactersForLibrary))
    if (byScript !== undefined) return byScript
  }
  if (words.length < minWords) return null
  const best = languageByFunctionWords(words, ['en'])
  if (best !== undefined && best.votes >= minVotes) {
    const needed = best.language === 'en' ? minShareEnglish : minShare
    if (best.votes >= needed * words.length) return best.language
  }
  if (words.length < minWordsForLibrary) return null
  const ask = (detector: Detect) => detector(text.slice(0, maxCharactersForLibrary)) || null
  return detect === undefined ? loadDetector().then(ask) : ask(detect)
}
