import type { TextLine } from './read-lines.js'

/** The lines of a complete text, numbered from 1, as `readLines` gives them. */
export function textLines(text: string): TextLine[] {
  // Some editors put a byte order mark at the beginning of a file.
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line, place) => ({ number: place + 1, text: line.replace(/\r$/, '') }))
    .filter((line) => line.text.trim() !== '')
}
