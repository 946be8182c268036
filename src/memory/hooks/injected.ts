/** The tag around text that hooks inject, so that agents recognise it and capture drops it. */
const name = 'world-weaver'

// Also matches a block that was cut off: nothing after its start is the user's text.
const block = /<world-weaver\b[^>]{0,200}>[\s\S]*?(?:<\/world-weaver>|$)/giu
// Our tag, and tags of clients and models around text that is not the user's: `<system-reminder>`, `<tool_result>`.
const tag = /<(?=\/?\s*(?:[a-z]+[-_:]\w|(?:system|user|assistant|human|instructions)\b))/giu
// Terminal escape sequences; control, bidirectional and invisible characters.
const escapeSequence = /\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu
const invisible = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/** Neutralises tags, so that a memory cannot end the block or pose as another source. get_memory returns the stored text. */
export const wrapInjection = (hook: string, body: string): string =>
  `<${name} hook="${hook}">\n${body.replace(escapeSequence, '').replace(invisible, '').replace(tag, '‹')}\n</${name}>`

export const stripInjections = (text: string): string => (text.includes(`<${name}`) ? text.replace(block, ' ') : text)
