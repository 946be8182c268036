import { isPlaceholder } from './placeholder.js'

/** One kind of secret, and how it is known. */
export interface Rule {
  /** As the mask names it: `[masked <kind>]`. */
  readonly kind: string
  /** One of these stands where the pattern begins; texts without any are never looked at closer. */
  readonly keywords: readonly string[]
  /** Whether the keywords count in any case. */
  readonly ignoresCase: boolean
  /**
   * Sticky, from the keyword on. What stands before the secret is the group `head`; what belongs to the secret and
   * stands before the keyword is the group `lead` of a lookbehind. The rest of the match is the secret.
   */
  readonly pattern: RegExp
  /** Whether what was found is one, for patterns that also fit other things. */
  readonly accepts: (secret: string) => boolean
}

/**
 * No part of a longer word, nor in the middle of base64. A line end that is written as `\n`, a percent-encoded character
 * and the end of a terminal colour end in letters and are no words.
 */
const wordStart = String.raw`(?<=^|[^A-Za-z0-9+/]|(?<![A-Za-z0-9+/]{8})[+/]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{1,8}m)`

/** What begins with letters that nothing else begins with; the body as a regular expression. */
export function token(kind: string, prefixes: string | readonly string[], body: string): Rule {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `(?:${keywords.map(escaped).join('|')})${body}`)
}

/** The same where the first letters may stand in other words, too. */
export function wordToken(kind: string, prefixes: string | readonly string[], body: string): Rule {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `${wordStart}(?:${keywords.map(escaped).join('|')})${body}(?![A-Za-z0-9])`)
}

export function rule(kind: string, keywords: readonly string[], pattern: string, accepts = isNoPlaceholder): Rule {
  return { kind, keywords, ignoresCase: false, pattern: new RegExp(pattern, 'y'), accepts }
}

/** For words that people write in any case. */
export function looseRule(kind: string, keywords: readonly string[], pattern: string, accepts: Rule['accepts']): Rule {
  return { kind, keywords, ignoresCase: true, pattern: new RegExp(pattern, 'iy'), accepts }
}

const isNoPlaceholder = (secret: string): boolean => !isPlaceholder(secret)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
