import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../memory/is-object.js'
import type { ClientPart } from '../client.js'
import { type HookEntry, hookCommand, isOurHook } from '../hooks.js'
import { findNode, setMember } from './edit-jsonc.js'
import { revertMember } from './revert-member.js'

/** Our hooks among those of others: `hooks.<event>` is a list of groups, and we have a group of our own in each. */
export const jsonHooks =
  (entries: readonly HookEntry[]): ClientPart['edit'] =>
  (wanted) => ({
    apply: (text) =>
      entries.reduce((edited, { event, moment, timeout }) => {
        const ours = { hooks: [{ type: 'command', command: hookCommand(wanted, moment), timeout }] }
        const groups = groupsIn(edited, event)
        const place = groups.findIndex(isOurs)
        const next = place < 0 ? [...groups, ours] : groups.with(place, { ...asRecord(groups[place]), ...ours })
        return setMember(edited, ['hooks', event], next)
      }, text),
    revert: (text, before) =>
      entries.reduce((edited, { event }) => {
        const groups = groupsIn(edited, event)
        const others = groups.filter((group) => !isOurs(group))
        if (others.length === groups.length) return edited
        const path = ['hooks', event]
        const was = groupsIn(before, event)
        return isDeepStrictEqual(others, was) || others.length === 0
          ? revertMember(edited, others.length === 0 && was.length > 0 ? '' : before, path)
          : setMember(edited, path, others)
      }, text),
  })

function groupsIn(text: string, event: string): readonly unknown[] {
  const value = findNode(text, ['hooks', event])?.value
  return Array.isArray(value) ? value : []
}

/** A group is ours when all it does is to call us. */
function isOurs(group: unknown): boolean {
  if (!isObject(group) || !Array.isArray(group.hooks) || group.hooks.length === 0) return false
  return group.hooks.every((hook) => isObject(hook) && isOurHook(hook.command))
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
