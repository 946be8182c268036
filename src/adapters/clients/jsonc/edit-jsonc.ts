import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../memory/is-object.js'
import { positionAt, SettingsProblem } from '../settings-problem.js'
import { type JsonChild, type JsonNode, parseJsonc } from './parse-jsonc.js'
import { type JsonStyle, printLine, printLines } from './print-json.js'
import { endOfLastComment, endOfRemark } from './trivia.js'

/** The node at the end of the path; undefined where the path does not lead that far. */
export function findNode(text: string, path: readonly string[]): JsonNode | undefined {
  let node = parseJsonc(text)
  for (const key of path) node = node === undefined ? undefined : findMember(node, key)?.node
  return node
}

/** Sets one member, and makes the objects on the way to it; nothing else in the text changes. */
export function setMember(text: string, path: readonly string[], value: unknown): string {
  const root = parseJsonc(text)
  const style = styleOf(text, root)
  if (root === undefined) {
    const isOnNewLine = text === '' || /(?:^\uFEFF|[\r\n])$/.test(text)
    return `${text}${isOnNewLine ? '' : style.eol}${printLines(nest(path, value), '', style)}${style.eol}`
  }
  let node = root
  for (const [depth, key] of path.entries()) {
    if (!isObject(node.value)) {
      const name = depth === 0 ? 'the whole' : `"${path.slice(0, depth).join('.')}"`
      throw new SettingsProblem(`${name} must be an object`, positionAt(text, node.start))
    }
    const child = findMember(node, key)
    if (child === undefined) return insertChild(text, node, nest(path.slice(depth + 1), value), style, key)
    node = child.node
  }
  if (isDeepStrictEqual(node.value, value)) return text
  const printed = isOneLine(text) ? printLine(value, style) : printLines(value, indentAt(text, node.start), style)
  return splice(text, node.start, node.end, printed)
}

/** Sets what differs and leaves what is not mentioned. */
export function mergeMembers(text: string, path: readonly string[], value: unknown): string {
  if (!isObject(value) || !isObject(findNode(text, path)?.value)) return setMember(text, path, value)
  return Object.entries(value).reduce((merged, [key, each]) => mergeMembers(merged, [...path, key], each), text)
}

/** Takes a member out, with its comma and the line it stood in. Comments stay. */
export function removeMember(text: string, path: readonly string[]): string {
  const parent = findNode(text, path.slice(0, -1))
  const child = parent === undefined ? undefined : findMember(parent, path.at(-1)!)
  return parent === undefined || child === undefined ? text : removeChild(text, parent, child)
}

/** Puts a value behind the others of a list, and makes the list where there is none. */
export function appendItem(text: string, path: readonly string[], value: unknown): string {
  const list = findNode(text, path)
  if (list === undefined) return setMember(text, path, [value])
  if (!Array.isArray(list.value)) {
    throw new SettingsProblem(`"${path.join('.')}" must be a list`, positionAt(text, list.start))
  }
  return insertChild(text, list, value, styleOf(text, parseJsonc(text)))
}

/** Takes the values out of a list that are ours. */
export function removeItems(text: string, path: readonly string[], isOurs: (value: unknown) => boolean): string {
  const list = findNode(text, path)
  const child = list?.children?.findLast(({ node }) => isOurs(node.value))
  if (list === undefined || child === undefined) return text
  return removeItems(removeChild(text, list, child), path, isOurs)
}

/** Whether a container holds nothing, not even a comment. */
export const isBlank = (text: string, node: JsonNode): boolean =>
  node.children !== undefined && text.slice(node.start + 1, node.end - 1).trim() === ''

const findMember = (node: JsonNode, key: string): JsonChild | undefined =>
  node.children?.findLast((child) => child.key === key)

const nest = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value)

const splice = (text: string, from: number, to: number, inserted: string): string =>
  text.slice(0, from) + inserted + text.slice(to)

/** Behind all other children, in the way that they are written; `key` in an object. */
function insertChild(text: string, object: JsonNode, value: unknown, style: JsonStyle, key?: string): string {
  const last = object.children?.at(-1)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const line = `${style.isDense ? name.trimEnd() : name}${printLine(value, style)}`
  const outer = indentAt(text, object.start)
  const lines = (indent: string) => `${style.eol}${indent}${name}${printLines(value, indent, style)}`
  if (last === undefined) {
    if (isOneLine(text) && object.start > text.search(/\S/) && isBlank(text, object)) {
      return splice(text, object.start + 1, object.end - 1, line)
    }
    const at = endOfLastComment(text, object.start + 1, object.end - 1)
    const rest = text.slice(at, object.end - 1)
    return splice(
      text,
      at,
      object.end - 1,
      lines(outer + style.unit) + (/[\r\n]/.test(rest) ? rest : style.eol + outer),
    )
  }
  const [before, after] = last.comma === undefined ? [',', ''] : ['', ',']
  const end = last.comma === undefined ? last.node.end : last.comma + 1
  if (isOneLine(text.slice(object.start, object.end))) {
    return splice(text, end, end, `${before}${style.isDense ? '' : ' '}${line}${after}`)
  }
  const at = endOfRemark(text, end)
  const indent = isFirstInLine(text, last.start) ? indentAt(text, last.start) : outer + style.unit
  return splice(text, end, at, `${before}${text.slice(end, at)}${lines(indent)}${after}`)
}

function removeChild(text: string, parent: JsonNode, child: JsonChild): string {
  const index = parent.children!.indexOf(child)
  const previous = parent.children![index - 1]
  const isLast = index === parent.children!.length - 1
  const to = child.comma === undefined ? child.node.end : child.comma + 1
  const opened = previous === undefined ? parent.start + 1 : previous.comma! + 1
  const said = endOfLastComment(text, endOfRemark(text, opened), child.start)
  // Whatever follows in the line must not come to stand behind a comment that ends with its line.
  const isAlone = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(to)) || !/[\r\n]/.test(text.slice(said, child.start))
  const without = splice(text, isAlone ? said : child.start, to, '')
  if (previous !== undefined && isLast && child.comma === undefined) {
    return splice(without, previous.comma!, previous.comma! + 1, '')
  }
  const end = parent.end - (text.length - without.length)
  const isEmptied = without.slice(parent.start + 1, end - 1).trim() === ''
  return isEmptied ? splice(without, parent.start + 1, end - 1, '') : without
}

function styleOf(text: string, root: JsonNode | undefined): JsonStyle {
  const first = root?.children?.find(({ start }) => isFirstInLine(text, start))
  const inner = first === undefined ? '' : indentAt(text, first.start).slice(indentAt(text, root!.start).length)
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    unit: inner === '' ? '  ' : inner,
    isDense: isOneLine(text) && !/":[ \t]/.test(text) && root?.children?.length !== 0,
  }
}

const isOneLine = (text: string): boolean => !/[\r\n]/.test(text.trim())

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1

const indentAt = (text: string, at: number): string => /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart(text, at), at))![1]

const isFirstInLine = (text: string, at: number): boolean =>
  at > 0 && lineStart(text, at) > 0 && text.slice(lineStart(text, at), at).trim() === ''
