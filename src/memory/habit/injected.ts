/** What hooks say stands between these, so that whoever reads it knows whose words they are, and capture drops them. */
const name = 'world-weaver'

// Also one that was cut off before its end: nothing behind it is the user's.
const block = /<world-weaver\b[^>]*>[\s\S]*?(?:<\/world-weaver>|$)/giu
const tag = /<(?=\/?world-weaver\b)/giu

/** A memory that holds such a tag must not end the block. */
export const asInjected = (hook: string, body: string): string =>
  `<${name} hook="${hook}">\n${body.replace(tag, '‹')}\n</${name}>`

export const withoutInjected = (text: string): string => (text.includes(`<${name}`) ? text.replace(block, ' ') : text)
