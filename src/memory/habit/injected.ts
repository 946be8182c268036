/** What hooks say stands between these, so that whoever reads it knows whose words they are, and capture drops them. */
const name = 'world-weaver'

// Also one that was cut off before its end: nothing behind it is the user's.
const block = /<world-weaver\b[^>]{0,200}>[\s\S]*?(?:<\/world-weaver>|$)/giu
// Of ours, and of what clients and models put around what is not the user's: `<system-reminder>`, `<tool_result>`.
const tag = /<(?=\/?\s*(?:[a-z]+[-_:]\w|(?:system|user|assistant|human|instructions)\b))/giu
// Escape sequences of terminals; then what turns the reading direction, or is not to be seen at all.
const sequence = /\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu
const unseen = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/** A memory must not end the block, nor speak as somebody else. Its text as it is stored is what get_memory tells. */
export const asInjected = (hook: string, body: string): string =>
  `<${name} hook="${hook}">\n${body.replace(sequence, '').replace(unseen, '').replace(tag, '‹')}\n</${name}>`

export const withoutInjected = (text: string): string => (text.includes(`<${name}`) ? text.replace(block, ' ') : text)
