import { isObject } from '../../../plain-object.js'
import type { ClientPart } from '../client.js'
import { type HookEntry, hookCommand, isOurHook } from '../hooks.js'
import { appendItem, mergeMembers, removeEmptied, removeItems } from './edit-jsonc.js'
import { findValue } from './parse-jsonc.js'

/** Our hooks beside those of others: `hooks.<event>` is a list of groups, and each list gets one group of ours. */
export const jsonHooks =
  (entries: readonly HookEntry[]): ClientPart['edit'] =>
  (wanted) => ({
    apply: (text) =>
      entries.reduce((edited, { event, moment, timeout }) => {
        const path = ['hooks', event]
        const group = { hooks: [{ type: 'command', command: hookCommand(wanted, moment), timeout }] }
        const groups = findValue(edited, path)
        const index = Array.isArray(groups) ? groups.findIndex(isOurs) : -1
        return index < 0 ? appendItem(edited, path, group) : mergeMembers(edited, [...path, index], group)
      }, text),
    hooks: (text) =>
      entries.flatMap(({ event }) => {
        const groups = findValue(text, ['hooks', event])
        return Array.isArray(groups) ? groups.filter(isOurs).flatMap(commandsIn) : []
      }),
    revert: (text, before) =>
      entries.reduce((edited, { event }) => {
        const path = ['hooks', event]
        const without = removeItems(edited, path, isOurs)
        return without === edited ? edited : removeEmptied(without, before, path)
      }, text),
  })

const commandsIn = (group: { readonly hooks: readonly { readonly command: string }[] }): readonly string[] =>
  group.hooks.map(({ command }) => command)

/** A group is ours when all of its hooks call us. */
function isOurs(group: unknown): boolean {
  if (!isObject(group) || !Array.isArray(group.hooks) || group.hooks.length === 0) return false
  return group.hooks.every((hook) => isObject(hook) && isOurHook(hook.command))
}
