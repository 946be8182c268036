/** GWT11: the limits of the bus. */
export interface BusSettings {
  readonly max_accepted: number
  readonly threshold: number
  readonly repetition_penalty: number
  readonly timeout_ms: number
  readonly max_proposals: number
  readonly max_payload: number
  readonly failures_to_open: number
  readonly half_open_after_ms: number
}

export const busSettings: BusSettings = {
  max_accepted: 4,
  threshold: 0.5,
  repetition_penalty: 0.2,
  timeout_ms: 250,
  max_proposals: 4,
  max_payload: 4000,
  failures_to_open: 3,
  half_open_after_ms: 60_000,
}

const subscriberNames = [
  'structured_resolver',
  'semantic_recall',
  'relation_continuation',
  'contradiction_checker',
  'plan_critic',
] as const
export type SubscriberName = (typeof subscriberNames)[number]
