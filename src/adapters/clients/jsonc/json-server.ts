import { type ServerEdit, serverEntry, serverName, startsProgram } from '../mcp-server.js'
import { findNode, mergeMembers, setMember } from './edit-jsonc.js'
import { revertMember } from './revert-member.js'

/** Our entry in an object of servers; `shape` is what this client wants in every entry. */
export const jsonServer =
  (servers: string, shape: Readonly<Record<string, unknown>> = {}): ServerEdit =>
  (wanted) => {
    const path = [servers, serverName]
    return {
      apply(text) {
        const existing = findNode(text, path)?.value
        const entry = { ...shape, ...serverEntry(wanted, existing) }
        return startsProgram(existing) ? mergeMembers(text, path, entry) : setMember(text, path, entry)
      },
      revert: (text, before) => revertMember(text, before, path),
    }
  }
