import { findNode, isBlankObject, removeMember, replaceNode } from './edit-jsonc.js'

/** Puts a member back to what it was before, and takes the objects away that were made for it and now hold nothing. */
export function revertMember(text: string, before: string, path: readonly string[]): string {
  const node = findNode(text, path)
  if (node === undefined) return text
  const former = findNode(before, path)
  if (former !== undefined) return replaceNode(text, node, before.slice(former.start, former.end))
  let reverted = removeMember(text, path)
  for (let depth = path.length - 1; depth > 0; depth--) {
    const holder = path.slice(0, depth)
    if (findNode(before, holder) !== undefined || !isBlankObject(reverted, findNode(reverted, holder)!)) return reverted
    reverted = removeMember(reverted, holder)
  }
  // There were no settings at all.
  return findNode(before, []) === undefined && /^\uFEFF?\s*\{\}\s*$/.test(reverted) ? before : reverted
}
