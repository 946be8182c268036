import type { Memory } from '../memory.js'

type Content = Pick<Memory, 'text' | 'source' | 'tags'>

/** GWT14: text, source and tags are equal up to white space, Unicode composition and the order of tags. */
export function hasSameContent(one: Content, other: Content): boolean {
  return contentKey(one) === contentKey(other)
}

/** Equal exactly for memories with the same content. */
export function contentKey({ text, source, tags }: Content): string {
  return JSON.stringify([normalised(text), source, [...new Set(tags)].sort()])
}

/** Fast path: printable ASCII with single spaces is already normalised, as most texts are. */
const mayNeedNormalising = /[^ -~]|^ | {2}| $/

/** NFC, not NFKC: compatibility forms may differ in meaning (10² is not 102), and so may case. */
const normalised = (text: string): string =>
  mayNeedNormalising.test(text) ? text.normalize('NFC').replace(/\s+/gu, ' ').trim() : text
