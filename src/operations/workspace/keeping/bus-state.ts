import { z } from 'zod'
import { busSettings, subscriberNames } from '../../../memory/workspace/bus/settings.js'
import type { Workspace } from '../../../memory/workspace/state/workspace.js'

export const busStateField = z.object({
  configured: z.boolean(),
  subscribers: z.array(z.string()),
  settings: z.record(z.string(), z.number()),
  open_circuits: z.array(z.string()),
  proposal_count: z.int(),
  accepted_count: z.int(),
})

/** GWT11: the bus as the last cycle of the session left it. */
export function busStateOf({ lastBus }: Workspace): z.output<typeof busStateField> {
  const reports = lastBus?.subscriber_reports ?? []
  return {
    configured: true,
    subscribers: [...subscriberNames],
    settings: { ...busSettings },
    open_circuits: reports.filter(({ circuit }) => circuit === 'open').map(({ name }) => name),
    proposal_count: lastBus?.summary.proposal_count ?? 0,
    accepted_count: lastBus?.summary.accepted_count ?? 0,
  }
}
