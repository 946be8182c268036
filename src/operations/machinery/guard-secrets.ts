import { invalid } from '../../errors.js'
import { findNamedSecrets, nameOfField } from '../../memory/secrets/find-named-secrets.js'
import { type Secret, type SecretFinder, scanForSecrets } from '../../memory/secrets/find-secrets.js'
import { redact } from '../../memory/secrets/redact-secrets.js'
import type { SecretPolicy } from '../../memory/secrets/secret-policy.js'
import type { Slices } from '../../memory/slices.js'
import { mapTexts } from './map-texts.js'

interface Guarded<Input> {
  readonly input: Input
  /** For the answer. */
  readonly warnings: readonly string[]
}

/**
 * COM4: applies the policy to every text of a writing call, at any depth, before the operation runs. Secrets on other
 * ways in are redacted whatever the policy: by `storeSession` and `importForeign`, and before that by readers of foreign
 * files that cut texts, since half a secret is not recognised. `compose` flags what is stored.
 */
export function* guardSecrets<Input>(
  input: Input,
  policy: SecretPolicy,
  find: SecretFinder = scanForSecrets,
): Slices<Guarded<Input>> {
  const warnings: string[] = []
  function* guard(text: string, field: string): Slices<string> {
    const secrets = yield* findNamedSecrets(text, nameOfField(field), find)
    if (secrets.length === 0) return text
    const redacted = redact(text, secrets)
    const kinds = redacted.kinds.join(', ')
    if (policy === 'refuse') throw invalid(field, `${field} holds a secret (${kinds}), and secrets are not stored here`)
    if (policy === 'mask') {
      warnings.push(`${field}: ${kinds} masked before storing`)
      return redacted.text
    }
    warnings.push(`${field} holds a secret (${kinds}), stored as given; forget it, or set WW_SECRETS to mask`)
    return text
  }
  return { input: yield* mapTexts(input, guard), warnings }
}

/** A long call, such as a consolidation, does not hold every text that it stored. */
const maxScanned = 100

/** A finder that scans each text once. For one call: it holds on to the texts. */
export function createSecretFinder(): SecretFinder {
  const scanned = new Map<string, readonly Secret[]>()
  return function* (text) {
    const secrets = scanned.get(text) ?? (yield* scanForSecrets(text))
    if (scanned.size === maxScanned) scanned.clear()
    scanned.set(text, secrets)
    return secrets
  }
}
