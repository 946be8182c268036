import { makeInert } from '../trust/inert-text.js'

/** The tag around text that hooks inject, so that agents recognise it and capture drops it. */
const name = 'world-weaver'

// Also matches a block that was cut off: nothing after its start is the user's text.
const block = /<world-weaver\b[^>]{0,200}>[\s\S]*?(?:<\/world-weaver>|$)/giu

/** A memory can neither end the block nor pose as another source (HOK7). get_memory returns the stored text. */
export const wrapInjection = (hook: string, body: string): string =>
  `<${name} hook="${hook}">\n${makeInert(body)}\n</${name}>`

export const stripInjections = (text: string): string => (text.includes(`<${name}`) ? text.replace(block, ' ') : text)

/** What stands in such blocks. */
export const injectedTexts = (text: string): readonly string[] =>
  text.includes(`<${name}`) ? Array.from(text.matchAll(block), ([each]) => each.replace(/<[^>]{0,200}>/g, '')) : []
