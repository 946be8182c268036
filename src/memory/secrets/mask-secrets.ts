import { findSecrets } from './find-secrets.js'

export interface Masked {
  readonly text: string
  /** What kinds were there, each once. */
  readonly kinds: readonly string[]
}

/** The text with `[masked <kind>]` in the place of each secret. */
export function maskSecrets(text: string): Masked {
  const secrets = findSecrets(text)
  if (secrets.length === 0) return { text, kinds: [] }
  let masked = ''
  let from = 0
  for (const { kind, start, end } of secrets) {
    masked += `${text.slice(from, start)}[masked ${kind}]`
    from = end
  }
  return { text: masked + text.slice(from), kinds: [...new Set(secrets.map(({ kind }) => kind))] }
}
