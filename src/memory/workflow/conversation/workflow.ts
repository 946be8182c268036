import type { JsonObject } from '../../memory.js'
import { emptySummary, type Summary } from './summary.js'

/** WFL1: a conversation. Plain JSON, like all that is durable here. */
export interface Workflow {
  readonly id: string
  readonly preferences: JsonObject
  /** The run that keeps it from taking the next question: going or waiting. Null: none does. */
  readonly currentRun: string | null
  readonly latestRun: string
  readonly runCount: number
  /** Ids are counted per workflow, without holes. */
  readonly lastEventId: number
  /** Rises by one with every step: whoever writes must have read the one before (WFL1, compare-and-set). */
  readonly revision: number
  readonly summary: Summary
  readonly createdAt: number
}

export function newWorkflow(id: string, messageId: string, now: number): Workflow {
  return {
    id,
    preferences: {},
    currentRun: messageId,
    latestRun: messageId,
    runCount: 0,
    lastEventId: 0,
    revision: 0,
    summary: emptySummary,
    createdAt: now,
  }
}

/** COM3: the server's session unless the conversation prefers another; whoever takes the preference in has checked it. */
export function sessionOf({ preferences }: Pick<Workflow, 'preferences'>, serverSession: string): string {
  const preferred = Object.hasOwn(preferences, 'session_id') ? preferences.session_id : undefined
  return typeof preferred === 'string' ? preferred : serverSession
}
