import { isDeepStrictEqual } from 'node:util'
import { createScanner, type Node } from 'jsonc-parser'
import { isObject } from '../../../plain-object.js'
import { positionAt, SettingsProblem } from '../settings-problem.js'
import { findChild, findNode, type JsonPath, parseJsonc, toValue } from './parse-jsonc.js'
import { type JsonStyle, printLine, printLines } from './print-json.js'

// Not `modify` of jsonc-parser: it reformats the whole lines that it touches, expands files of one line, moves the
// comment behind the last member to ours, and deletes comments before a removed member.

/** Sets one value, and adds the objects on the way to it; nothing else in the text changes. */
export function setValue(text: string, path: JsonPath, value: unknown): string {
  const root = parseJsonc(text)
  const style = styleOf(text, root)
  if (root === undefined) {
    const isOnNewLine = text === '' || /(?:^\uFEFF|[\r\n])$/.test(text)
    return `${text}${isOnNewLine ? '' : style.eol}${printLines(nest(path, value), '', style)}${style.eol}`
  }
  let node = root
  for (const [depth, key] of path.entries()) {
    if (node.type !== 'object' && typeof key === 'string') {
      const name = depth === 0 ? 'the top level' : `"${path.slice(0, depth).join('.')}"`
      throw new SettingsProblem(`${name} must be an object`, positionAt(text, node.offset))
    }
    const child = findChild(node, key)
    if (child === undefined) return insertChild(text, node, nest(path.slice(depth + 1), value), style, String(key))
    node = child
  }
  if (isDeepStrictEqual(toValue(node), value)) return text
  const printed = isOneLine(text) ? printLine(value, style) : printLines(value, indentAt(text, node.offset), style)
  return splice(text, node.offset, endOf(node), printed)
}

/** Sets the members that differ; others stay. */
export function mergeMembers(text: string, path: JsonPath, value: unknown): string {
  if (!isObject(value) || findNode(text, path)?.type !== 'object') return setValue(text, path, value)
  return Object.entries(value).reduce((merged, [key, each]) => mergeMembers(merged, [...path, key], each), text)
}

/** Adds a value at the end of a list, and the list if there is none. */
export function appendItem(text: string, path: JsonPath, value: unknown): string {
  const list = findNode(text, path)
  if (list === undefined) return setValue(text, path, [value])
  if (list.type !== 'array') {
    throw new SettingsProblem(`"${path.join('.')}" must be a list`, positionAt(text, list.offset))
  }
  return insertChild(text, list, value, styleOf(text, parseJsonc(text)))
}

/** Removes the matching values from a list. */
export function removeItems(text: string, path: JsonPath, matches: (value: unknown) => boolean): string {
  const list = findNode(text, path)
  if (list?.type !== 'array') return text
  const child = list.children!.findLast((node) => matches(toValue(node)))
  return child === undefined ? text : removeItems(removeChild(text, list, child), path, matches)
}

/** Restores a member to what it was before, and removes the objects that were added for it. */
export function revertMember(text: string, before: string, path: JsonPath): string {
  const node = findNode(text, path)
  if (node === undefined) return text
  const former = findNode(before, path)
  if (former !== undefined) return replaceNode(text, node, before, former)
  return removeEmptied(removeMember(text, path), before, path.slice(0, -1))
}

/** Restores the list or object at `path`, and those around it, to what they were before, as far as they are empty now. */
export function removeEmptied(text: string, before: string, path: JsonPath): string {
  const node = findNode(text, path)
  if (node === undefined || !isBlank(text, node)) return text
  const former = findNode(before, path)
  if (former !== undefined) return isBlank(before, former) ? replaceNode(text, node, before, former) : text
  // There were no settings at all.
  if (path.length === 0) return text.slice(0, node.offset) + text.slice(endOf(node)).replace(/^\r?\n/, '')
  return removeEmptied(removeMember(text, path), before, path.slice(0, -1))
}

/** Removes a member with its comma and its line. Comments stay. */
function removeMember(text: string, path: JsonPath): string {
  const member = findNode(text, path)!.parent!
  return removeChild(text, member.parent!, member)
}

const replaceNode = (text: string, node: Node, before: string, former: Node): string =>
  splice(text, node.offset, endOf(node), before.slice(former.offset, endOf(former)))

/** Whether a list or object is empty, without even a comment. */
const isBlank = (text: string, node: Node): boolean =>
  node.children !== undefined && text.slice(node.offset + 1, endOf(node) - 1).trim() === ''

const nest = (path: JsonPath, value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value)

const splice = (text: string, from: number, to: number, inserted: string): string =>
  text.slice(0, from) + inserted + text.slice(to)

const endOf = ({ offset, length }: Node): number => offset + length

/** Adds a child at the end, written as its siblings are; `key` in an object. */
function insertChild(text: string, parent: Node, value: unknown, style: JsonStyle, key?: string): string {
  const last = parent.children!.at(-1)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const line = `${style.isDense ? name.trimEnd() : name}${printLine(value, style)}`
  const outer = indentAt(text, parent.offset)
  const closing = endOf(parent) - 1
  const lines = (indent: string) => `${style.eol}${indent}${name}${printLines(value, indent, style)}`
  if (last === undefined) {
    if (isOneLine(text) && parent.parent !== undefined && isBlank(text, parent)) {
      return splice(text, parent.offset + 1, closing, line)
    }
    const at = endOfLastComment(text, parent.offset + 1, closing)
    const rest = text.slice(at, closing)
    return splice(text, at, closing, lines(outer + style.unit) + (/[\r\n]/.test(rest) ? rest : style.eol + outer))
  }
  const comma = findComma(text, last)
  const [before, after] = comma === undefined ? [',', ''] : ['', ',']
  const end = comma === undefined ? endOf(last) : comma + 1
  if (isOneLine(text.slice(parent.offset, endOf(parent)))) {
    return splice(text, end, end, `${before}${style.isDense ? '' : ' '}${line}${after}`)
  }
  const at = endOfLineComments(text, end)
  const indent = isFirstInLine(text, last.offset) ? indentAt(text, last.offset) : outer + style.unit
  return splice(text, end, at, `${before}${text.slice(end, at)}${lines(indent)}${after}`)
}

function removeChild(text: string, parent: Node, child: Node): string {
  const siblings = parent.children!
  const previous = siblings[siblings.indexOf(child) - 1]
  const previousComma = previous === undefined ? undefined : findComma(text, previous)
  const comma = findComma(text, child)
  const to = comma === undefined ? endOf(child) : comma + 1
  const opened = (previousComma ?? parent.offset) + 1
  const commented = endOfLastComment(text, endOfLineComments(text, opened), child.offset)
  // The rest of the line must not end up behind a comment that extends to the end of its line.
  const isAlone = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(to)) || !/[\r\n]/.test(text.slice(commented, child.offset))
  const without = splice(text, isAlone ? commented : child.offset, to, '')
  if (previousComma !== undefined && comma === undefined) return splice(without, previousComma, previousComma + 1, '')
  const closing = endOf(parent) - 1 - (text.length - without.length)
  const isEmptied = without.slice(parent.offset + 1, closing).trim() === ''
  return isEmptied ? splice(without, parent.offset + 1, closing, '') : without
}

function findComma(text: string, child: Node): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(endOf(child))
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' ? at : undefined
}

/** The end of the comments from `at` on that end in the same line: a longer one is about what comes below it. */
function endOfLineComments(text: string, at: number): number {
  const comments = /(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/))*/y
  comments.lastIndex = at
  return at + comments.exec(text)![0].length
}

/** `from` if there is no comment. */
function endOfLastComment(text: string, from: number, to: number): number {
  const last = [...text.slice(from, to).matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)].at(-1)
  return last === undefined ? from : from + last.index + last[0].length
}

function styleOf(text: string, root: Node | undefined): JsonStyle {
  const first = root?.children?.find(({ offset }) => isFirstInLine(text, offset))
  const inner = first === undefined ? '' : indentAt(text, first.offset).slice(indentAt(text, root!.offset).length)
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
