import type { Json } from '../../memory.js'

/** GWT10: one step of attending to a question. */
export interface TraceStep {
  readonly phase: Phase
  readonly name: string
  readonly payload: { readonly [key: string]: Json }
}

export const phases = ['goal', 'plan', 'store', 'query', 'broadcast', 'bus', 'stop'] as const
export type Phase = (typeof phases)[number]

export interface Trace {
  readonly question: string
  /** As requested. */
  readonly planner: string
  readonly strategy: string
  readonly answer: string
  readonly passes_completed: number
  readonly tool_call_count: number
  readonly steps: readonly TraceStep[]
}

const step = (phase: Phase, name: string, payload: TraceStep['payload']): TraceStep => ({ phase, name, payload })

export const goalStep = (goal: { readonly id: string; readonly description: string }): TraceStep =>
  step('goal', 'set_goal', { goal_id: goal.id, description: goal.description })

export const planStep = (plan: {
  readonly strategy: string
  readonly answer: string
  readonly queries: readonly string[]
  readonly evidence: readonly string[]
}): TraceStep =>
  step('plan', plan.strategy, {
    answer: plan.answer,
    queries: [...plan.queries],
    evidence_count: plan.evidence.length,
  })

export const storeStep = (id: string): TraceStep => step('store', 'answer_note', { id })

export const queryStep = (query: string, pass: number, foundIds: readonly string[]): TraceStep =>
  step('query', 'recall', { query, pass, found_ids: [...foundIds] })

export const broadcastStep = (
  pass: number,
  { admitted, evicted }: { readonly admitted: readonly string[]; readonly evicted: readonly string[] },
): TraceStep => step('broadcast', 'cycle', { pass, admitted_ids: [...admitted], evicted_ids: [...evicted] })

export const busStep = (
  pass: number,
  summary: {
    readonly proposal_count: number
    readonly accepted_count: number
    readonly inhibited_count: number
    readonly inhibited_reason_counts: { readonly [reason: string]: number }
  },
): TraceStep =>
  step('bus', 'arbitration', {
    pass,
    proposal_count: summary.proposal_count,
    accepted_count: summary.accepted_count,
    inhibited_count: summary.inhibited_count,
    inhibited_reason_counts: { ...summary.inhibited_reason_counts },
  })

/** Why attending ended: a pass brought nothing new, or all passes were used. */
export const stopStep = (reason: 'nothing_new' | 'passes_done', pass: number): TraceStep =>
  step('stop', reason, { pass })
