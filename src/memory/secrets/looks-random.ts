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

/** A password that a person chose: letters with digits or signs, and not a name, path or code. */
export function looksLikePassword(text: string): boolean {
  if (isPlaceholder(text) || pathOrAddress.test(text) || memberAccess.test(text) || uuid.test(text)) return false
  if (/[()[\]{}<>\\|]/.test(text)) return false
  const hasSign = /[!@#$%^&*~+=?]/.test(text)
  return /[A-Za-z]/.test(text) && (/\d/.test(text) || hasSign)
}
