// Pieces of Markdown.

export const code = (text) => `\`${text}\``

/** Variables and options as the terminal help writes them. */
const typed = /\bWW_[A-Z_]+(?:=\w+)?|(?<![\w-])--[a-z][a-z-]*/g

/**
 * Converts plain text to Markdown: code between backticks stays, `<` and `*` are escaped elsewhere, and variables and
 * options get backticks.
 */
export const prose = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? part : part.replaceAll('<', '\\<').replaceAll('*', '\\*').replaceAll(typed, code('$&')),
    )
    .join('')

/** A bar would end the cell, even between backticks. */
const cell = (text) => text.replaceAll('|', '\\|')

const row = (cells) => `|${cells.map((text) => (text === '' ? ' ' : ` ${cell(text)} `)).join('|')}|`

export const table = (headers, rows) =>
  [row(headers), `|${headers.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n')

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  `#${heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\p{Mark}_ -]/gu, '')
    .replaceAll(' ', '-')}`

/** A link to a heading of this page. */
export const linkTo = (heading, text = heading) => `[${text}](${anchorOf(heading)})`

/** Paragraphs, tables and sections; what is undefined is left out. */
export const paragraphs = (...parts) => parts.filter((part) => part !== undefined).join('\n\n')

/** Hand-written text for an item; the generator fails on an item without one. */
export function wordsFor(words, key, what) {
  if (!Object.hasOwn(words, key)) throw new Error(`scripts/reference has no words for ${what} ${key}`)
  return words[key]
}
