import { isAddress, type ServerEdit, serverEntry, serverName, startsProgram } from '../mcp-server.js'
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
        const { addressEntry } = wanted
        // What stood beside another address, such as a key, is not for this one.
        if (addressEntry !== undefined)
          return isSame(existing, addressEntry) ? text : setMember(text, path, addressEntry)
        const entry = { ...shape, ...serverEntry(wanted, existing) }
        return startsProgram(existing) ? mergeMembers(text, path, entry) : setMember(text, path, entry)
      },
      revert: (text, before) => revertMember(text, before, path),
      isAddress: (text) => isAddress(findNode(text, path)?.value),
    }
  }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
