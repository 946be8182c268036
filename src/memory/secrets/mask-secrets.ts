import { findNamedSecrets } from './find-named-secrets.js'

export interface Masked {
  readonly text: string
  /** What kinds were there, each once. */
  readonly kinds: readonly string[]
}

/** The text with `[masked <kind>]` in the place of each secret; `name` is what it is called, where it has a name. */
export function maskSecrets(text: string, name = ''): Masked {
  const secrets = findNamedSecrets(text, name)
  if (secrets.length === 0) return { text, kinds: [] }
  let masked = ''
  let from = 0
  for (const { kind, start, end } of secrets) {
    masked += `${text.slice(from, start)}[masked ${kind}]`
    from = end
  }
  return { text: masked + text.slice(from), kinds: [...new Set(secrets.map(({ kind }) => kind))] }
}
