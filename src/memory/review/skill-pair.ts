import type { Json } from '../memory.js'
import type { Procedure, Step } from '../procedural/procedure.js'

const word = /[\p{L}\p{N}_-]+/gu

/** What a step does: its tool and the first two words that are no options (`git push`, `Sell shares`). */
function verbOf({ tool, command, action }: Step): string {
  const words = ((command ?? action).toLowerCase().match(word) ?? []).filter((each) => !each.startsWith('-'))
  return JSON.stringify([tool, ...words.slice(0, command === undefined ? 1 : 2)])
}

/**
 * CON4: whether a reader may be asked if two skills are one: the steps of the shorter do what steps of the longer do, in
 * their order. Start is not stop, buy not sell: those are never one skill, whoever says so.
 */
export function mayBeOneSkill(one: Procedure, other: Procedure): boolean {
  const [shorter, longer] = [one.steps, other.steps].sort((a, b) => a.length - b.length)
  if (shorter.length === 0 || one.domain !== other.domain) return false
  let at = 0
  return shorter.every((step) => {
    const verb = verbOf(step)
    at = longer.findIndex((each, place) => place >= at && verbOf(each) === verb) + 1
    return at > 0
  })
}

/** A step that only another skill has, as it is stored: its text stays in that skill, and is erased with it. */
export type StepReference = { readonly from: string; readonly after: number; readonly order: number }

const contentOf = ({ action, tool, parameters, command }: Step): string =>
  JSON.stringify([action, tool, parameters, command ?? null] satisfies Json)

/** CON4: the steps that only `other` has, each with the number of our step that it comes after. */
export function ownStepsOf(id: string, other: Procedure, ours: Procedure): readonly StepReference[] {
  let after = 0
  return other.steps.flatMap((step) => {
    const same = ours.steps.findIndex((each, place) => place >= after && contentOf(each) === contentOf(step))
    if (same < 0) return [{ from: id, after, order: step.order }]
    after = same + 1
    return []
  })
}
