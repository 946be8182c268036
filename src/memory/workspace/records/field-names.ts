import { fold, normalise } from '../../recall/fold.js'
import { singularForms } from '../phrases.js'

const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const between = /[^\p{L}\p{N}\p{M}%#$€£+]+/u

// Few names, many records: taken apart once, and one string for all of them compares at once. Emptied when full.
const maxRemembered = 10_000
const remembered = new Map<string, string>()

/** GWT7: `unitPrice`, `unit_price`, `Unit-Price` and "unit price" are one field. */
export function fieldKey(name: string): string {
  let key = remembered.get(name)
  if (key === undefined) {
    if (remembered.size >= maxRemembered) remembered.clear()
    key = toFieldKey(name)
    remembered.set(name, key)
  }
  return key
}

function toFieldKey(name: string): string {
  const words = normalise(name)
    .split(between)
    .flatMap((word) => word.split(hump))
  const key = fold(words.join(' ').trim())
  return key === '' ? fold(name.trim()) : key
}

/** The known keys that a name may stand for: itself if it is one, else those that differ in number only. */
export function findFields(name: string, known: Iterable<string>): readonly string[] {
  const key = fieldKey(name)
  const wanted = numbersOf(key)
  const alike: string[] = []
  for (const candidate of known) {
    if (candidate === key) return [candidate]
    if (numbersOf(candidate).some((form) => wanted.includes(form))) alike.push(candidate)
  }
  return alike
}

/** The key with its last word in the singular, in each way that this may be read. */
export function numbersOf(key: string): readonly string[] {
  const cut = key.lastIndexOf(' ') + 1
  return singularForms(key.slice(cut)).map((last) => key.slice(0, cut) + last)
}
