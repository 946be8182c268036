import { withoutInjected } from './injected.js'

/** Beyond, it is a pasted file: its beginning tells what the prompt is about. */
const longestRead = 4_000
const word = /[\p{L}\p{N}_]{3,}/gu

/** What the user said, without what was put before it. */
export const ownWords = (prompt: string): string => withoutInjected(prompt).slice(0, longestRead).trim()

/** Those long enough to say something, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(word) ?? []
