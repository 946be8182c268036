import type { Json, JsonObject } from '../../memory.js'
import type { Failure, Run, RunLease } from '../conversation/run.js'
import type { Subquery } from '../planning/subquery.js'
import { type FinalOutput, restrictMatches } from '../retrieval/final-output.js'
import { endRun } from './end-run.js'
import { type Conversation, type Outcome, refuse, step } from './step.js'

/** WFL6: only the lease holder writes. A run that is over or waiting has no lease, so late writes are refused. */
const isLeaseLost = ({ run }: Conversation, holder: string): boolean => run.lease?.holder !== holder

export function renewLease(conversation: Conversation, lease: RunLease, now: number): Outcome {
  if (isLeaseLost(conversation, lease.holder)) return refuse('RUN_LOST')
  return step(conversation, { run: { lease } }, now)
}

/** WFL3: stores the plan before the reply is sent. */
export function storePlan(
  conversation: Conversation,
  holder: string,
  subqueries: readonly Subquery[],
  now: number,
  drawnFrom: readonly string[] = [],
): Outcome {
  if (isLeaseLost(conversation, holder)) return refuse('RUN_LOST')
  const data: JsonObject = { subqueries: subqueries.map(({ text }): Json => text) }
  return step(
    conversation,
    {
      run: { subqueries, ...addSources(conversation.run, drawnFrom) },
      newEvents: [{ type: 'progress', message: 'Searching memory', data }],
    },
    now,
  )
}

export function reportProgress(conversation: Conversation, holder: string, message: string, now: number): Outcome {
  if (isLeaseLost(conversation, holder)) return refuse('RUN_LOST')
  return step(conversation, { newEvents: [{ type: 'progress', message, data: null }] }, now)
}

/** The run waits without a lease: no process works on it until the answer arrives (WFL6). */
export function askBack(
  conversation: Conversation,
  holder: string,
  question: string,
  now: number,
  drawnFrom: readonly string[] = [],
): Outcome {
  if (isLeaseLost(conversation, holder)) return refuse('RUN_LOST')
  const data = { status: 'waiting_for_input', clarification_question: question }
  return step(
    conversation,
    {
      run: {
        status: 'waiting_for_input',
        pendingQuestion: question,
        lease: null,
        ...addSources(conversation.run, drawnFrom),
      },
      newEvents: [{ type: 'status', message: question, data }],
    },
    now,
  )
}

/** The sources of this round and of earlier rounds. */
function addSources({ drawnFrom = [] }: Run, more: readonly string[]): Pick<Run, 'drawnFrom'> {
  const all = [...new Set([...drawnFrom, ...more])]
  return all.length === 0 ? {} : { drawnFrom: all }
}

/**
 * WFL4: writes the output, the run, the turn with an early answer, both events and the freed workflow in one step.
 * Sub-queries that were forgotten meanwhile (OPS4) are also removed from the output.
 */
export function complete(conversation: Conversation, holder: string, output: FinalOutput, now: number): Outcome {
  if (isLeaseLost(conversation, holder)) return refuse('RUN_LOST')
  const matched = restrictMatches(output, conversation.run.subqueries)
  return endRun(conversation, { status: 'completed', output: matched }, now)
}

export function fail(conversation: Conversation, holder: string, failure: Failure, now: number): Outcome {
  if (isLeaseLost(conversation, holder)) return refuse('RUN_LOST')
  return endRun(conversation, { status: 'failed', failure }, now)
}
