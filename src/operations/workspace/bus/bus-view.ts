import { z } from 'zod'
import { inhibitionReasons } from '../../../memory/workspace/bus/arbitrate.js'
import { proposalKinds } from '../../../memory/workspace/bus/proposal.js'

const proposal = z.object({
  subscriber: z.string(),
  kind: z.enum(proposalKinds),
  key: z.string(),
  content: z.string(),
  confidence: z.number(),
  evidence_ids: z.array(z.string()).readonly(),
  metadata: z.record(z.string(), z.unknown()).readonly(),
  truncated: z.boolean().optional(),
})

const proposalGroup = z.object({
  kind: z.enum(proposalKinds),
  proposal_count: z.int(),
  accepted_count: z.int(),
  inhibited_count: z.int(),
  keys: z.array(z.string()).readonly(),
  subscribers: z.array(z.string()).readonly(),
})

const counts = z.record(z.string(), z.int()).readonly()

export const busSummary = z.object({
  proposal_count: z.int(),
  accepted_count: z.int(),
  inhibited_count: z.int(),
  subscriber_status_counts: counts,
  inhibited_reason_counts: counts,
  proposal_groups: z.array(proposalGroup).readonly(),
})

/** A bus result as it is serialised. */
export const busResult = z.object({
  proposals: z.array(proposal).readonly(),
  accepted: z.array(proposal).readonly(),
  inhibited: z.array(proposal).readonly(),
  decisions: z
    .array(
      z.object({
        status: z.enum(['accepted', 'inhibited']),
        reason: z.enum(['accepted', ...inhibitionReasons]),
        proposal,
      }),
    )
    .readonly(),
  summary: busSummary,
  proposal_groups: z.array(proposalGroup).readonly(),
  subscriber_reports: z
    .array(
      z.object({
        name: z.string(),
        status: z.enum(['ok', 'failed', 'timeout', 'skipped']),
        circuit: z.enum(['closed', 'open', 'half_open']),
        proposal_count: z.int(),
        dropped_count: z.int(),
        duration_ms: z.int(),
        error: z.string().optional(),
      }),
    )
    .readonly(),
})
