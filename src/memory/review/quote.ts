/** A shorter one stands in almost any text. */
const minLength = 4
const space = /\s+/gu

const plain = (text: string): string => text.replace(space, ' ').trim()

/** Whether these are words of the text, whatever the line breaks. */
export function isQuoteOf(quote: string, text: string): boolean {
  const wanted = plain(quote)
  return wanted.length >= minLength && plain(text).includes(wanted)
}
