import { assigned, quote } from './assignment.js'
import { isPlaceholder } from './placeholder.js'

/** How one kind of secret is recognised. */
export interface Format {
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

/** A format and where it is from. */
export interface Rule extends Format {
  /** Whose secrets these are: a provider, a tool or a file. */
  readonly provider: string
  /** Where the keys are documented, and the day or month of which the format is: when it was written down. */
  readonly source: string
  readonly noted: string
}

/** The formats of a provider, all from one source. */
export const provider = (name: string, source: string, noted: string, ...formats: readonly Format[]): readonly Rule[] =>
  formats.map((format) => ({ ...format, provider: name, source, noted }))

/**
 * Not inside a longer word or base64. A line end written as `\n`, a percent-encoded character and a terminal colour end
 * in letters but are not words.
 */
const wordStart = String.raw`(?<=^|[^A-Za-z0-9+/]|(?<![A-Za-z0-9+/]{8})[+/]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{1,8}m)`

/** A token with an unmistakable prefix; `body` is a regular expression. */
export function token(kind: string, prefixes: string | readonly string[], body: string, accepts?: Accepts): Format {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `(?:${keywords.map(escaped).join('|')})${body}`, accepts)
}

/** A token whose prefix may also occur inside other words. */
export function wordToken(kind: string, prefixes: string | readonly string[], body: string, accepts?: Accepts): Format {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes
  return rule(kind, keywords, `${wordStart}(?:${keywords.map(escaped).join('|')})${body}(?![A-Za-z0-9])`, accepts)
}

type Accepts = (secret: string) => boolean

export function rule(kind: string, keywords: readonly string[], pattern: string, accepts = isNotPlaceholder): Format {
  return { kind, keywords, ignoresCase: false, pattern: new RegExp(pattern, 'y'), accepts }
}

/** A rule whose keywords match in any case. */
export function caseInsensitiveRule(
  kind: string,
  keywords: readonly string[],
  pattern: string,
  accepts = isNotPlaceholder,
): Format {
  return { kind, keywords, ignoresCase: true, pattern: new RegExp(pattern, 'iy'), accepts }
}

/** What a name contains when its value is secret. */
const secretWord =
  '(?:key|token|secret|passw(?:or)?d|pwd|auth|credential|license|signature|dsn|jwt|bearer|(?<![a-z])pat(?![a-z]))'

/**
 * A value without an unmistakable form, recognised by the provider in its name: `DATADOG_API_KEY=…`, "our Datadog key is
 * …". In the name another word says that it is secret.
 */
export function named(kind: string, names: string | readonly string[], body: string): Format {
  const keywords = typeof names === 'string' ? [names] : names
  const name = `(?:${keywords.map(escaped).join('|')})[\\w. -]{0,24}?${secretWord}[\\w.-]{0,16}`
  return caseInsensitiveRule(kind, keywords, `(?<head>${name}${assigned}${quote}?)(?:${body})(?![\\w-])`, hasDigit)
}

export const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Each of these characters after the prefix, for prefixes too short to look for. */
export const followedBy = (prefix: string, characters: string): readonly string[] =>
  [...characters].map((each) => prefix + each)

const isNotPlaceholder = (secret: string): boolean => !isPlaceholder(secret)
const hasDigit = (secret: string): boolean => /\d/.test(secret) && !isPlaceholder(secret)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
