import type { Memory } from '../memory.js'

type Told = Pick<Memory, 'text' | 'source' | 'tags'>

/** GWT14: text, source and tags are the same, but for how blanks and accents are written and how tags are ordered. */
export function saysTheSame(one: Told, other: Told): boolean {
  return contentKey(one) === contentKey(other)
}

/** Equal for those that say the same, and for no others. */
export function contentKey({ text, source, tags }: Told): string {
  return JSON.stringify([normalised(text), source, [...new Set(tags)].sort()])
}

/** Anything but printable ASCII and single blanks between: the rest is as it will be, and most texts are. */
const maybeOtherwise = /[^ -~]|^ | {2}| $/

/** Canonical composition only: compatibility forms may differ in meaning (10² is not 102), and so may case. */
const normalised = (text: string): string =>
  maybeOtherwise.test(text) ? text.normalize('NFC').replace(/\s+/gu, ' ').trim() : text
