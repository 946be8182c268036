import { findNode, isBlank, removeMember } from './edit-jsonc.js'
import type { JsonNode } from './parse-jsonc.js'

/** Puts a member back to what it was before, and takes the objects away that were made for it and now hold nothing. */
export function revertMember(text: string, before: string, path: readonly string[]): string {
  const node = findNode(text, path)
  if (node === undefined) return text
  const former = findNode(before, path)
  if (former !== undefined) return put(text, node, before, former)
  let reverted = removeMember(text, path)
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const holder = findNode(reverted, path.slice(0, depth))!
    if (!isBlank(reverted, holder)) return reverted
    const was = findNode(before, path.slice(0, depth))
    if (was !== undefined) return isBlank(before, was) ? put(reverted, holder, before, was) : reverted
    // There were no settings at all.
    if (depth === 0) return reverted.slice(0, holder.start) + reverted.slice(holder.end).replace(/^\r?\n/, '')
    reverted = removeMember(reverted, path.slice(0, depth))
  }
  return reverted
}

const put = (text: string, node: JsonNode, before: string, was: JsonNode): string =>
  text.slice(0, node.start) + before.slice(was.start, was.end) + text.slice(node.end)
