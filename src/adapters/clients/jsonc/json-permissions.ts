import type { ClientPart } from '../client.js'
import { readingTools, serverName } from '../mcp-server.js'
import { appendItem, removeEmptied, removeItems } from './edit-jsonc.js'
import { findValue } from './parse-jsonc.js'

/** https://code.claude.com/docs/en/permissions */
const path = ['permissions', 'allow']
const ours: readonly string[] = readingTools.map((tool) => `mcp__${serverName}__${tool}`)

const allowedIn = (text: string): readonly unknown[] => {
  const allowed = findValue(text, path)
  return Array.isArray(allowed) ? allowed : []
}

/** Claude Code's list of what it need not ask about, besides another edit of the same file. */
export const withJsonPermissions =
  (edit: ClientPart['edit']): ClientPart['edit'] =>
  (wanted) => {
    const other = edit(wanted)
    return {
      ...other,
      apply(text) {
        const applied = other.apply(text)
        if (wanted.allowsReading !== true) return applied
        return ours.reduce(
          (edited, rule) => (allowedIn(edited).includes(rule) ? edited : appendItem(edited, path, rule)),
          applied,
        )
      },
      revert(text, before) {
        const former = allowedIn(before)
        const isAdded = (rule: unknown) => ours.includes(String(rule)) && !former.includes(rule)
        const removed = removeItems(text, path, isAdded)
        return other.revert(removed === text ? text : removeEmptied(removed, before, path), before)
      },
    }
  }
