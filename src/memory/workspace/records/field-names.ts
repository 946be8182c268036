import { fold, normalise } from '../../recall/text/fold.js'
import { singularForms } from '../phrases.js'

const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const separator = /[^\p{L}\p{N}\p{M}%#$€£+]+/u

// Few names occur in many records, so each is parsed once, and equal keys are the same string. Cleared when full.
const maxCachedKeys = 10_000
const keyCache = new Map<string, string>()

/** GWT7: `unitPrice`, `unit_price`, `Unit-Price` and "unit price" are one field. */
export function fieldKey(name: string): string {
  let key = keyCache.get(name)
  if (key === undefined) {
    if (keyCache.size >= maxCachedKeys) keyCache.clear()
    key = toFieldKey(name)
    keyCache.set(name, key)
  }
  return key
}

function toFieldKey(name: string): string {
  const words = normalise(name)
    .split(separator)
    .flatMap((word) => word.split(camelBoundary))
  const key = fold(words.join(' ').trim())
  return key === '' ? fold(name.trim()) : key
}

/** The known keys that a name may mean: the key itself if it is known, else those that differ only in grammatical number. */
export function findFields(name: string, known: Iterable<string>): readonly string[] {
  const key = fieldKey(name)
  const wanted = singularKeys(key)
  const alike: string[] = []
  for (const candidate of known) {
    if (candidate === key) return [candidate]
    if (singularKeys(candidate).some((form) => wanted.includes(form))) alike.push(candidate)
  }
  return alike
}

/** The key with each possible singular of its last word. */
export function singularKeys(key: string): readonly string[] {
  const cut = key.lastIndexOf(' ') + 1
  return singularForms(key.slice(cut)).map((last) => key.slice(0, cut) + last)
}
