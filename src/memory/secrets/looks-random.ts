import { isPlaceholder } from './placeholder.js'

/** Shannon (1948), bits per character: H = −Σ p·log₂ p, over the characters of the text itself. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** `form.password`, `settings.auth.token`: code that refers to the secret. */
const memberAccess = /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+$/i
const pathOrAddress =
  /^(?:[a-z]:[\\/]|\.{0,2}\/|~\/|https?:|file:|[\w.-]+\.(?:ts|js|tsx|jsx|py|go|rs|json|ya?ml|md|txt|env|sh|toml)\b)/i

/** A generated key: long, of letters and digits, and not a name, path, id or code. */
export function looksRandom(text: string): boolean {
  if (text.length < 16 || isPlaceholder(text) || uuid.test(text)) return false
  if (pathOrAddress.test(text) || memberAccess.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits < 2 || !/[A-Za-z]/.test(text)) return false
  const hasLongRun = text.split(/[^A-Za-z0-9+/]/).some((run) => run.length >= 12 && /\d/.test(run))
  return hasLongRun && entropyOf(text) >= 3
}

/** "8-stellig", "AES-256", "v2.1": terms that have a digit. */
const technicalTerm =
  /^(?:\d{1,3}[-‑]?[a-z]{1,2}|\d{1,4}-[a-z]+(?:-[a-z]+)*|v?\d+\.\d\S*|(?:sha|md|aes|rsa|utf|base|argon|pbkdf|oauth|http|ipv|ed|ecdsa|x|web|log|auth|totp|fido|mfa|k)-?\d{1,4}(?:[-_]?[a-z]{1,6}){0,2})$/i

/** A password that a person chose: letters with digits or signs, and not a name, path or code. */
export function looksLikePassword(text: string): boolean {
  if (isPlaceholder(text) || pathOrAddress.test(text) || memberAccess.test(text) || uuid.test(text)) return false
  if (/[()[\]{}<>\\|]/.test(text) || technicalTerm.test(text)) return false
  const hasSign = /[!@#$%^&*~+=?]/.test(text)
  return /[A-Za-z]/.test(text) && (/\d/.test(text) || hasSign)
}

/** A password where the name in front of it is far or short: mixed in a way that words are not. */
export function looksChosen(text: string): boolean {
  if (!looksLikePassword(text) || !/\d/.test(text) || text.split('-').length > 3) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*~+=?]/].filter((kind) => kind.test(text)).length
  return kinds >= 3 || (kinds === 2 && /\d[a-z]+\d|[a-z]\d+[a-z]/i.test(text) && !/[-_./:]/.test(text))
}
