import { forgetInEvent, forgetInRun, forgetInTurn } from '../../memory/workflow/conversation/forgetting.js'
import type { Step } from '../../memory/workflow/machine/step.js'

/** OPS4: the ids of the memories that an ending run shows. The writer checks whether they still exist. */
export function idsFound({ run, events }: Step): string[] {
  if (run.output === null || !events.some(({ type }) => type === 'memories')) return []
  const { memories, reasoningbank_hits } = run.output
  return [...memories, ...reasoningbank_hits].map(({ id }) => id)
}

/** OPS4: removes memories that were erased before the run ended. */
export function withoutErased(step: Step, erased: ReadonlySet<string>): Step {
  if (erased.size === 0) return step
  const { run, turn, events } = step
  return {
    ...step,
    run: forgetInRun(run, erased),
    turn: turn === null ? null : forgetInTurn(turn, erased),
    events: events.map((event) => forgetInEvent(event, erased)),
  }
}
