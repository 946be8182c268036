import { positionAt, SettingsProblem } from '../settings-problem.js'
import { skipBlank } from './trivia.js'

/** A value, and where in the text it stands. */
export interface JsonNode {
  readonly start: number
  readonly end: number
  /** Of an object or an array; undefined for all other values. */
  readonly children?: readonly JsonChild[]
  readonly value: unknown
}

export interface JsonChild {
  /** Undefined in an array. */
  readonly key?: string
  /** Of the key, or of the value where there is none. */
  readonly start: number
  readonly node: JsonNode
  /** Where the comma behind it stands; the last one may have none. */
  readonly comma?: number
}

/**
 * JSON as editors write it: with comments and trailing commas (https://code.visualstudio.com/docs/languages/json).
 * Undefined where there is nothing but blanks and comments.
 */
export function parseJsonc(text: string): JsonNode | undefined {
  const fail = (problem: string, at: number): never => {
    throw new SettingsProblem(problem, positionAt(text, at))
  }
  const skip = (at: number) => skipBlank(text, at, (start) => fail('a comment that does not end', start))

  function readValue(at: number): JsonNode {
    if (text[at] === '{') return readContainer(at, '}')
    if (text[at] === '[') return readContainer(at, ']')
    if (text[at] === '"') return readString(at)
    const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
    scalar.lastIndex = at
    const [found] = scalar.exec(text) ?? []
    if (found === undefined) return fail(at >= text.length ? 'it ends too early' : 'a value is expected', at)
    return { start: at, end: at + found.length, value: JSON.parse(found) }
  }

  function readString(start: number): JsonNode {
    let end = start + 1
    while (end < text.length && text[end] !== '"' && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
    if (text[end] !== '"') return fail('a string that does not end', start)
    try {
      return { start, end: end + 1, value: JSON.parse(text.slice(start, end + 1)) }
    } catch {
      return fail('a string with a character that must be escaped', start)
    }
  }

  function readContainer(start: number, closing: '}' | ']'): JsonNode {
    const children: JsonChild[] = []
    let at = skip(start + 1)
    while (text[at] !== closing) {
      if (children.length > 0 && children.at(-1)!.comma === undefined)
        return fail(expected(`"," or "${closing}"`, at), at)
      const child = closing === '}' ? readMember(at) : { start: at, node: readValue(at) }
      at = skip(child.node.end)
      if (text[at] === ',') {
        children.push({ ...child, comma: at })
        at = skip(at + 1)
      } else children.push(child)
    }
    return { start, end: at + 1, children, value: collect(children, closing) }
  }

  function readMember(start: number): JsonChild {
    if (text[start] !== '"') return fail(expected('a name in double quotes', start), start)
    const key = readString(start)
    const colon = skip(key.end)
    if (text[colon] !== ':') return fail(expected('":"', colon), colon)
    // Read as a string just above.
    return { key: key.value as string, start, node: readValue(skip(colon + 1)) }
  }

  const expected = (what: string, at: number) => (at >= text.length ? 'it ends too early' : `${what} is expected`)

  const start = skip(0)
  if (start >= text.length) return undefined
  const root = readValue(start)
  const rest = skip(root.end)
  if (rest < text.length) fail('there is more after the end', rest)
  return root
}

/** The last of several members with one name counts, as for `JSON.parse`. */
function collect(children: readonly JsonChild[], closing: '}' | ']'): unknown {
  if (closing === ']') return children.map(({ node }) => node.value)
  return Object.fromEntries(children.map(({ key, node }) => [key, node.value]))
}
