import { runWhole } from '../slices.js'
import { findNamedSecrets } from './find-named-secrets.js'
import type { Secret, SecretFinder } from './find-secrets.js'

export interface Redacted {
  readonly text: string
  /** The kinds of secrets that were found, each once. */
  readonly kinds: readonly string[]
}

/** Replaces each secret by `[masked <kind>]`; `name` is the name of the field, if it has one. */
export const redactSecrets = (text: string, name = '', find?: SecretFinder): Redacted =>
  redact(text, runWhole(findNamedSecrets(text, name, find)))

/** The same for secrets that have been found. */
export function redact(text: string, secrets: readonly Secret[]): Redacted {
  if (secrets.length === 0) return { text, kinds: [] }
  let redacted = ''
  let from = 0
  for (const { kind, start, end } of secrets) {
    redacted += `${text.slice(from, start)}[masked ${kind}]`
    from = end
  }
  return { text: redacted + text.slice(from), kinds: [...new Set(secrets.map(({ kind }) => kind))] }
}
