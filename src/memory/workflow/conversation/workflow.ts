import type { JsonObject } from '../../memory.js'
import { emptySummary, type Summary } from './summary.js'

/** WFL1: a conversation. Plain JSON, like everything here that is stored. */
export interface Workflow {
  readonly id: string
  readonly preferences: JsonObject
  /** Earlier sessions of the conversation, whose messages are still readable; null is the server's own session. */
  readonly formerSessions?: readonly (string | null)[]
  /** The running or waiting run, which blocks the next question; null when there is none. */
  readonly currentRun: string | null
  readonly latestRun: string
  readonly runCount: number
  /** Event ids count up per workflow, without gaps. */
  readonly lastEventId: number
  /** Rises by one with every step: a writer must have read the previous revision (WFL1, compare-and-set). */
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

/** WFL3: the preferences of a message override those of earlier messages. */
export function withPreferences(
  workflow: Workflow,
  given: JsonObject,
): Pick<Workflow, 'preferences' | 'formerSessions'> {
  const preferences = { ...workflow.preferences, ...given }
  const [before, after] = [namedSession(workflow), namedSession({ preferences })]
  if (workflow.runCount === 0 || before === after) return { preferences }
  return { preferences, formerSessions: [...new Set([...(workflow.formerSessions ?? []), before])] }
}

/** COM3: the session that the conversation prefers, else the server's. The operation has already checked the preference. */
export const sessionOf = (workflow: Pick<Workflow, 'preferences'>, serverSession: string): string =>
  namedSession(workflow) ?? serverSession

/** Every session whose memories the conversation may contain. */
export const allSessionsOf = (
  workflow: Pick<Workflow, 'preferences' | 'formerSessions'>,
  serverSession: string,
): readonly string[] => [
  sessionOf(workflow, serverSession),
  ...(workflow.formerSessions ?? []).map((session) => session ?? serverSession),
]

function namedSession({ preferences }: Pick<Workflow, 'preferences'>): string | null {
  const preferred = Object.hasOwn(preferences, 'session_id') ? preferences.session_id : undefined
  return typeof preferred === 'string' ? preferred : null
}
