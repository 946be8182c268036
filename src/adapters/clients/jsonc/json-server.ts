import { type ServerEdit, serverEntry, serverName, startsProgram } from '../mcp-server.js'
import { mergeMembers, revertMember, setValue } from './edit-jsonc.js'
import { findValue } from './parse-jsonc.js'

/** Our entry in an object of servers; `shape` is what this client wants in every entry. */
export const jsonServer =
  (
    servers: string,
    shape: Readonly<Record<string, unknown>> = {},
    write: (entry: ReturnType<typeof serverEntry>) => Readonly<Record<string, unknown>> = (entry) => entry,
  ): ServerEdit =>
  (wanted) => {
    const path = [servers, serverName]
    return {
      apply(text) {
        const existing = findValue(text, path)
        const { addressEntry } = wanted
        // Replaced as a whole: other members of the former entry, such as a key, do not belong to this address.
        if (addressEntry !== undefined)
          return isSame(existing, addressEntry) ? text : setValue(text, path, addressEntry)
        const entry = { ...shape, ...write(serverEntry(wanted, existing)) }
        return startsProgram(existing) ? mergeMembers(text, path, entry) : setValue(text, path, entry)
      },
      revert: (text, before) => revertMember(text, before, path),
      entry: (text) => findValue(text, path),
    }
  }

/** The object of servers in a file of JSON. */
export const jsonServersIn =
  (...path: readonly string[]) =>
  (text: string): unknown =>
    findValue(text, path)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
