import { invalid } from '../errors.js'
import { findNamedSecrets, nameOfField } from '../memory/secrets/find-named-secrets.js'
import { maskSecrets } from '../memory/secrets/mask-secrets.js'
import type { SecretPolicy } from '../memory/secrets/secret-policy.js'
import { mapTexts } from './map-texts.js'

interface Guarded<Input> {
  readonly input: Input
  /** For the answer. */
  readonly warnings: readonly string[]
}

/** COM4: every text of a call that stores, at any depth, before anything is made of it. */
export function guardSecrets<Input>(input: Input, policy: SecretPolicy): Guarded<Input> {
  const warnings: string[] = []
  function guard(text: string, field: string): string {
    if (policy === 'mask') {
      const masked = maskSecrets(text, nameOfField(field))
      if (masked.kinds.length > 0) warnings.push(`${field}: ${list(masked.kinds)} masked before storing`)
      return masked.text
    }
    const kinds = [...new Set(findNamedSecrets(text, nameOfField(field)).map(({ kind }) => kind))]
    if (kinds.length === 0) return text
    if (policy === 'refuse')
      throw invalid(field, `${field} holds a secret (${list(kinds)}), and secrets are not stored here`)
    warnings.push(`${field} holds a secret (${list(kinds)}), stored as given; forget it, or set WW_SECRETS to mask`)
    return text
  }
  return { input: mapTexts(input, guard), warnings }
}

const list = (kinds: readonly string[]): string => kinds.join(', ')
