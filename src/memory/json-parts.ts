import type { Slices } from './slices.js'

/** Longer texts are written in parts, in UTF-16 units. */
const charactersPerPart = 64 * 1024

/** What `JSON.stringify` gives for an answer, in parts: the fields of the answer and the members of its lists one by one. */
export function* jsonParts(answer: Readonly<Record<string, unknown>>): Slices<string[]> {
  const parts: string[] = []
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue
    parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`)
    if (typeof value === 'string') yield* partsOfText(value, parts)
    else if (Array.isArray(value)) yield* partsOfList(value, parts)
    else parts.push(JSON.stringify(value))
    yield
  }
  parts.push(parts.length === 0 ? '{}' : '}')
  return parts
}

function* partsOfList(list: readonly unknown[], parts: string[]): Slices<void> {
  for (const [place, each] of list.entries()) {
    parts.push(`${place === 0 ? '[' : ','}${JSON.stringify(each) ?? 'null'}`)
    yield
  }
  parts.push(list.length === 0 ? '[]' : ']')
}

function* partsOfText(text: string, parts: string[]): Slices<void> {
  for (let from = 0; from < text.length || from === 0; ) {
    const isPair = (text.charCodeAt(from + charactersPerPart - 1) & 0xfc00) === 0xd800
    const to = Math.min(text.length, from + charactersPerPart + (isPair ? 1 : 0))
    const json = JSON.stringify(text.slice(from, to))
    parts.push(json.slice(from === 0 ? 0 : 1, to === text.length ? json.length : -1))
    if (to === text.length) return
    from = to
    yield
  }
}
