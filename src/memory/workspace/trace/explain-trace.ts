import type { BusResult } from '../bus/bus-result.js'
import { type Phase, phases, type Trace, type TraceStep } from './trace.js'

export interface TraceExplanation {
  readonly status: 'ok'
  readonly question: string
  readonly planner: string
  readonly strategy: string
  readonly answer: string
  readonly pass_count: number
  readonly tool_call_count: number
  /** The phases that took place, in order, with their counts. */
  readonly phases: readonly { readonly phase: Phase; readonly count: number }[]
  readonly broadcast_bus: BusResult | null
  readonly explanation: string
  readonly trace: readonly TraceStep[]
}

export interface NoTrace {
  readonly status: 'empty'
  readonly message: string
}

/** GWT10: the last question in plain words. */
export function explainTrace(trace: Trace | null, bus: BusResult | null): TraceExplanation | NoTrace {
  if (trace === null) return { status: 'empty', message: 'No question has been attended to in this session yet.' }
  return {
    status: 'ok',
    question: trace.question,
    planner: trace.planner,
    strategy: trace.strategy,
    answer: trace.answer,
    pass_count: trace.passes_completed,
    tool_call_count: trace.tool_call_count,
    phases: phases
      .map((phase) => ({ phase, count: trace.steps.filter((step) => step.phase === phase).length }))
      .filter(({ count }) => count > 0),
    broadcast_bus: bus,
    explanation: [opening(trace), ...trace.steps.map(sentenceFor), closing(trace)]
      .filter((line) => line !== '')
      .join(' '),
    trace: trace.steps,
  }
}

function opening({ question, planner, strategy }: Trace): string {
  const asked = `The question was "${question.trim()}".`
  const chosen =
    planner === strategy ? `The ${strategy} planner took it.` : `The planner "${planner}" chose ${strategy}.`
  return `${asked} ${chosen}`
}

function sentenceFor({ phase, name, payload }: TraceStep): string {
  switch (phase) {
    case 'goal':
      return 'It became the goal.'
    case 'plan': {
      const queries = Array.isArray(payload.queries) ? payload.queries.length : 0
      const asks = queries === 0 ? '' : ` and planned ${counted(queries, 'query', 'queries')}`
      return payload.answer === ''
        ? `The plan found no exact answer${asks}.`
        : `The plan answered "${payload.answer}" from ${counted(Number(payload.evidence_count), 'piece')} of evidence${asks}.`
    }
    case 'store':
      return `The answer was stored as note ${payload.id}.`
    case 'query':
      return `Pass ${payload.pass} asked memory for "${payload.query}" and found ${counted(lengthOf(payload.found_ids), 'memory', 'memories')}.`
    case 'broadcast':
      return `Pass ${payload.pass} broadcast: ${counted(lengthOf(payload.admitted_ids), 'memory', 'memories')} entered the workspace, ${lengthOf(payload.evicted_ids)} left it.`
    case 'bus':
      return busSentence(payload)
    case 'stop':
      return name === 'nothing_new' ? `Pass ${payload.pass} brought nothing new, so it stopped.` : ''
  }
}

/** The inhibition codes of the API contract in plain words. */
const reasons: Readonly<Record<string, string>> = {
  below_threshold: 'too weak',
  duplicate_key: 'already accepted',
  max_accepted: 'beyond the limit',
  resolved_answer_present: 'not needed once the answer was known',
}

function busSentence({ pass, proposal_count, accepted_count, inhibited_reason_counts }: TraceStep['payload']): string {
  if (proposal_count === 0) return `Pass ${pass}: no subscriber of the bus proposed anything.`
  const inhibited =
    typeof inhibited_reason_counts === 'object' && inhibited_reason_counts !== null
      ? Object.entries(inhibited_reason_counts).map(([reason, count]) => `${count} ${reasons[reason] ?? reason}`)
      : []
  const turnedDown = inhibited.length === 0 ? '' : `; turned down: ${inhibited.join(', ')}`
  return `Pass ${pass}: the bus had ${counted(Number(proposal_count), 'proposal')} and accepted ${accepted_count}${turnedDown}.`
}

function closing({ answer, passes_completed, tool_call_count }: Trace): string {
  const effort = `It took ${counted(passes_completed, 'pass', 'passes')} and ${counted(tool_call_count, 'call')}.`
  return answer === ''
    ? `${effort} There is no exact answer; the memories in the workspace are the evidence.`
    : `${effort} The answer is "${answer}".`
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
