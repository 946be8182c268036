/** Quoted text, in the quotation marks of the languages that recall supports. */
export const quoted = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」/gu

const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`/gu
const quotedLine = /^[ \t]*>.*$/gmu

/** Replaces code and quotations by blanks of the same length, so that positions stay. */
export function withoutQuotes(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length)
  return text.replace(code, blank).replace(quotedLine, blank).replace(quoted, blank)
}
