import { isObject } from '../../../plain-object.js'
import type { ClientPart } from '../client.js'
import { type HookEntry, hookCommand, isOurHook } from '../hooks.js'
import type { WantedServer } from '../mcp-server.js'
import { appendItem, mergeMembers, removeEmptied, removeItems, revertMember, setValue } from './edit-jsonc.js'
import { findValue } from './parse-jsonc.js'

/** How a client writes one hook of ours in the list of an event. */
interface HookShape {
  readonly write: (command: string, timeout: number) => unknown
  /** The commands in an item of the list; undefined for one that is not a hook. */
  readonly commandsIn: (item: unknown) => readonly unknown[] | undefined
  /** Where the client starts hooks by PowerShell on Windows, a quoted path is a text and not yet a command. */
  readonly isPowerShell?: boolean
  /** A member that the file must have. */
  readonly version?: number
}

/** Groups of hooks, and ours in a group of its own. */
const inGroups: HookShape = {
  write: (command, timeout) => ({ hooks: [{ type: 'command', command, timeout }] }),
  commandsIn: (group) =>
    isObject(group) && Array.isArray(group.hooks)
      ? group.hooks.map((hook: unknown) => (isObject(hook) ? hook.command : undefined))
      : undefined,
}

const plain: HookShape = {
  write: (command, timeout) => ({ command, timeout }),
  commandsIn: (hook) => (isObject(hook) ? [hook.command] : undefined),
  version: 1,
}

/** Our hooks beside those of others, as Claude Code and Codex write them. */
export const jsonHooks = (entries: readonly HookEntry[]): ClientPart['edit'] => editHooks(entries, inGroups)

export const geminiJsonHooks = (entries: readonly HookEntry[]): ClientPart['edit'] =>
  editHooks(entries, { ...inGroups, isPowerShell: true })

/** Hooks without groups, in a file of their own that names its version, as Cursor writes them. */
export const plainJsonHooks = (entries: readonly HookEntry[]): ClientPart['edit'] => editHooks(entries, plain)

const editHooks =
  (entries: readonly HookEntry[], shape: HookShape): ClientPart['edit'] =>
  (wanted) => ({
    apply: (text) => entries.reduce((edited, entry) => addHook(edited, entry, shape, wanted), withVersion(text, shape)),
    hooks: (text) =>
      entries.flatMap(({ event }) => {
        const items = findValue(text, ['hooks', event])
        return Array.isArray(items)
          ? (items.filter(isOurs(shape)).flatMap((item) => shape.commandsIn(item)) as string[])
          : []
      }),
    revert(text, before) {
      const without = entries.reduce((edited, { event }) => {
        const path = ['hooks', event]
        const removed = removeItems(edited, path, isOurs(shape))
        return removed === edited ? edited : removeEmptied(removed, before, path)
      }, text)
      // Whoever has added hooks of their own since needs the version.
      const isNeeded = shape.version === undefined || without === text || findValue(without, ['hooks']) !== undefined
      return isNeeded ? without : revertMember(without, before, ['version'])
    },
  })

function addHook(text: string, entry: HookEntry, shape: HookShape, wanted: WantedServer): string {
  const path = ['hooks', entry.event]
  const prefix = shape.isPowerShell && wanted.platform === 'win32' ? '& ' : ''
  const hook = shape.write(`${prefix}${hookCommand(wanted, entry.moment)}`, entry.timeout)
  const items = findValue(text, path)
  const index = Array.isArray(items) ? items.findIndex(isOurs(shape)) : -1
  return index < 0 ? appendItem(text, path, hook) : mergeMembers(text, [...path, index], hook)
}

const withVersion = (text: string, { version }: HookShape): string =>
  version === undefined || findValue(text, ['version']) !== undefined ? text : setValue(text, ['version'], version)

/** An item is ours when all of its hooks call us. */
const isOurs =
  ({ commandsIn }: HookShape) =>
  (item: unknown): boolean => {
    const commands = commandsIn(item) ?? []
    return commands.length > 0 && commands.every(isOurHook)
  }
