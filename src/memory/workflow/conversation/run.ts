import type { Subquery } from '../planning/subquery.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import type { Answer } from './turn.js'

/** WFL1: the last three are final. */
export const runStatuses = ['running', 'waiting_for_input', 'completed', 'failed', 'cancelled'] as const
export type RunStatus = (typeof runStatuses)[number]

/** WFL7: why a run failed. */
export type FailureCode = 'SUBQUERY_ERROR' | 'RETRIEVAL_ERROR' | 'TIMEOUT' | 'SERVER_RESTART' | 'INTERNAL_ERROR'

export interface Failure {
  readonly code: FailureCode
  readonly message: string
}

export interface Clarification {
  readonly question: string
  readonly answer: string
}

/** WFL6: the process that works on the run; other processes may end the run after `until`. */
export interface RunLease {
  readonly holder: string
  readonly until: number
}

/** One question on its way through the workflow; its `messageId` stays the same through every clarification. */
export interface Run {
  readonly messageId: string
  readonly workflowId: string
  /** Its place in the conversation, from 1. */
  readonly number: number
  readonly status: RunStatus
  readonly userInput: string
  /** REC24: the question in other words, until the run is over. */
  readonly also?: readonly string[]
  readonly mayAskBack: boolean
  readonly pendingQuestion: string | null
  readonly clarifications: readonly Clarification[]
  readonly subqueries: readonly Subquery[]
  /** The memories that the plan or a clarification question quotes: the quotes are forgotten with them (OPS4). */
  readonly drawnFrom?: readonly string[]
  readonly output: FinalOutput | null
  readonly failure: Failure | null
  /** WFL5: an answer that was recorded before the run was over. */
  readonly earlyAnswer: Answer | null
  /** RSB5: the early answer is not stored as an episode yet; after `until` another process may store it. */
  readonly remembering?: { readonly until: number } | null
  /** Only while running: no process works on a waiting run, so it survives every restart. */
  readonly lease: RunLease | null
  readonly firstEventId: number
  /** The ids of the events that ended the run (WSS3), so that they can be rebuilt (WFL8). */
  readonly endEventIds: readonly number[]
  readonly startedAt: number
  readonly endedAt: number | null
}

export const isOver = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
