/** Somebody's exact words, in the quotation marks of the languages that recall knows. */
export const quoted = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」/gu

const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`/gu
const quotedLine = /^[ \t]*>.*$/gmu

/** Only what is said in one's own words; blanks keep every other character where it was. */
export function withoutQuotes(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length)
  return text.replace(code, blank).replace(quotedLine, blank).replace(quoted, blank)
}
