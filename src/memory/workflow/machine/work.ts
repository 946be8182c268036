import type { Json, JsonObject } from '../../memory.js'
import type { Failure, Run, RunLease } from '../conversation/run.js'
import type { Subquery } from '../planning/subquery.js'
import { type FinalOutput, onlyMatchedBy } from '../retrieval/final-output.js'
import { endRun } from './end-run.js'
import { type Conversation, type Outcome, refuse, step } from './step.js'

/** WFL6: only who holds the lease writes; a run that is over or waits has none. What comes late finds the run lost. */
const isLost = ({ run }: Conversation, holder: string): boolean => run.lease?.holder !== holder

export function renewLease(conversation: Conversation, lease: RunLease, now: number): Outcome {
  if (isLost(conversation, lease.holder)) return refuse('RUN_LOST')
  return step(conversation, { run: { lease } }, now)
}

/** WFL3: what the plan is, before the reply. */
export function keepPlan(
  conversation: Conversation,
  holder: string,
  subqueries: readonly Subquery[],
  now: number,
  drawnFrom: readonly string[] = [],
): Outcome {
  if (isLost(conversation, holder)) return refuse('RUN_LOST')
  const data: JsonObject = { subqueries: subqueries.map(({ text }): Json => text) }
  return step(
    conversation,
    {
      run: { subqueries, ...drawn(conversation.run, drawnFrom) },
      says: [{ type: 'progress', message: 'Searching memory', data }],
    },
    now,
  )
}

export function reportProgress(conversation: Conversation, holder: string, message: string, now: number): Outcome {
  if (isLost(conversation, holder)) return refuse('RUN_LOST')
  return step(conversation, { says: [{ type: 'progress', message, data: null }] }, now)
}

/** The run waits, with no lease: it is nobody's work until the answer comes (WFL6). */
export function askBack(
  conversation: Conversation,
  holder: string,
  question: string,
  now: number,
  drawnFrom: readonly string[] = [],
): Outcome {
  if (isLost(conversation, holder)) return refuse('RUN_LOST')
  const data = { status: 'waiting_for_input', clarification_question: question }
  return step(
    conversation,
    {
      run: {
        status: 'waiting_for_input',
        pendingQuestion: question,
        lease: null,
        ...drawn(conversation.run, drawnFrom),
      },
      says: [{ type: 'status', message: question, data }],
    },
    now,
  )
}

/** From this round and those before it. */
function drawn({ drawnFrom = [] }: Run, more: readonly string[]): Pick<Run, 'drawnFrom'> {
  const all = [...new Set([...drawnFrom, ...more])]
  return all.length === 0 ? {} : { drawnFrom: all }
}

/**
 * WFL4: output, run, turn with an early answer, both events and the free workflow, in one step. What the plan has lost
 * meanwhile (OPS4) is not brought back by what was found with it.
 */
export function complete(conversation: Conversation, holder: string, output: FinalOutput, now: number): Outcome {
  if (isLost(conversation, holder)) return refuse('RUN_LOST')
  const matched = onlyMatchedBy(output, conversation.run.subqueries)
  return endRun(conversation, { status: 'completed', output: matched }, now)
}

export function fail(conversation: Conversation, holder: string, failure: Failure, now: number): Outcome {
  if (isLost(conversation, holder)) return refuse('RUN_LOST')
  return endRun(conversation, { status: 'failed', failure }, now)
}
