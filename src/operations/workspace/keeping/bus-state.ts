import { z } from 'zod'
import type { Workspace } from '../../../memory/workspace/state/workspace.js'
import type { OperationContext } from '../../operation-context.js'

export const busStateField = z.object({
  configured: z.boolean(),
  subscribers: z.array(z.string()),
  settings: z.record(z.string(), z.number()),
  open_circuits: z.array(z.string()),
  proposal_count: z.int(),
  accepted_count: z.int(),
})

/** GWT11: the bus of this process, and what the session's last cycle came to. */
export function busStateOf({ lastBus }: Workspace, { bus, clock }: OperationContext): z.output<typeof busStateField> {
  const circuits = Object.entries(bus.circuits(clock.now()))
  return {
    configured: bus.subscribers.length > 0,
    subscribers: [...bus.subscribers],
    settings: { ...bus.settings },
    open_circuits: circuits.filter(([, state]) => state === 'open').map(([name]) => name),
    proposal_count: lastBus?.summary.proposal_count ?? 0,
    accepted_count: lastBus?.summary.accepted_count ?? 0,
  }
}
