import { isPlaceholder } from './placeholder.js'

/** One kind of secret and the format it is recognised by. */
export interface Rule {
  /** The kind in `[masked <kind>]`. */
  readonly kind: string
  /** The pattern begins with one of these; texts without any are not matched further. */
  readonly keywords: readonly string[]
  /** Whether the keywords match in any case. */
  readonly ignoresCase: boolean
  /**
   * Sticky, from the keyword on. The group `head` precedes the secret; the group `lead` of a lookbehind is the part of
   * the secret before the keyword. The rest of the match is the secret.
   */
  readonly pattern: RegExp
  /** Whether a match is a secret, for patterns that also match other text. */
  readonly accepts: (secret: string) => boolean
}

/**
 * Not inside a longer word or base64. A line end written as `\n`, a percent-encoded character and a terminal colour end
 * in letters but are not words.
 */
const wordStart = String.raw`(?<=^|[^A-Za-z0-9+/]|(?<![A-Za-z0-9+/]{8})[+/]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{1,8}m)`

/** A token with an unmistakable prefix; `body` is a regular expression. */
export function token(kind: string, prefixes: string | readonly string[], body: string): Rule {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `(?:${keywords.map(escaped).join('|')})${body}`)
}

/** A token whose prefix may also occur inside other words. */
export function wordToken(kind: string, prefixes: string | readonly string[], body: string): Rule {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `${wordStart}(?:${keywords.map(escaped).join('|')})${body}(?![A-Za-z0-9])`)
}

export function rule(kind: string, keywords: readonly string[], pattern: string, accepts = isNotPlaceholder): Rule {
  return { kind, keywords, ignoresCase: false, pattern: new RegExp(pattern, 'y'), accepts }
}

/** A rule whose keywords match in any case. */
export function caseInsensitiveRule(
  kind: string,
  keywords: readonly string[],
  pattern: string,
  accepts = isNotPlaceholder,
): Rule {
  return { kind, keywords, ignoresCase: true, pattern: new RegExp(pattern, 'iy'), accepts }
}

const isNotPlaceholder = (secret: string): boolean => !isPlaceholder(secret)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
