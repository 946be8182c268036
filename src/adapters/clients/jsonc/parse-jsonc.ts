import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { positionAt, SettingsProblem } from '../settings-problem.js'

export type JsonPath = readonly (string | number)[]

const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON; names and strings need double quotes',
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: '":" is expected',
  CommaExpected: '"," is expected',
  EndOfFileExpected: 'there is more text after the end',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is not complete',
  InvalidCharacter: 'a string has a character that must be escaped',
  InvalidEscapeCharacter: 'a string has an invalid escape',
  InvalidUnicode: 'a string has an invalid escape',
}

/**
 * Parses JSON with comments and trailing commas (https://code.visualstudio.com/docs/languages/json).
 * Undefined if the text has only white space and comments.
 */
export function parseJsonc(text: string): Node | undefined {
  const errors: ParseError[] = []
  // The parser does not know the byte order mark; a space in its place keeps all offsets.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [first] = errors
  if (first !== undefined) throw new SettingsProblem(describe(first, text), positionAt(text, first.offset))
  return root
}

function describe({ error, offset }: ParseError, text: string): string {
  if (offset >= text.length) return 'the file ends too early'
  return problems[printParseErrorCode(error)] ?? 'this is not JSON'
}

/** The node at the end of the path. The last of several members with one name counts, as for `JSON.parse`. */
export function findNode(text: string, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, key) => (node === undefined ? undefined : findChild(node, key)),
    parseJsonc(text),
  )
}

export function findChild({ type, children = [] }: Node, key: string | number): Node | undefined {
  if (typeof key === 'number') return type === 'array' ? children[key] : undefined
  if (type !== 'object') return undefined
  return children.findLast(({ children: [name] = [] }) => name?.value === key)?.children?.[1]
}

export function findValue(text: string, path: JsonPath): unknown {
  const node = findNode(text, path)
  return node === undefined ? undefined : toValue(node)
}

/** The clone has plain objects, which `isDeepStrictEqual` compares with ours; `getNodeValue` gives them no prototype. */
export const toValue = (node: Node): unknown => structuredClone(getNodeValue(node))
