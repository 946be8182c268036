import type { JsonObject } from '../../memory.js'
import { emptySummary, type Summary } from './summary.js'

/** WFL1: a conversation. Plain JSON, like all that is durable here. */
export interface Workflow {
  readonly id: string
  readonly preferences: JsonObject
  /** Sessions that it was in before, null for the server's own: what was said then is still to be read. */
  readonly formerSessions?: readonly (string | null)[]
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

/** WFL3: what a message prefers, on top of what earlier ones did. */
export function preferring(workflow: Workflow, told: JsonObject): Pick<Workflow, 'preferences' | 'formerSessions'> {
  const preferences = { ...workflow.preferences, ...told }
  const [before, after] = [namedSession(workflow), namedSession({ preferences })]
  if (workflow.runCount === 0 || before === after) return { preferences }
  return { preferences, formerSessions: [...new Set([...(workflow.formerSessions ?? []), before])] }
}

/** COM3: the server's session unless the conversation prefers another; whoever takes the preference in has checked it. */
export const sessionOf = (workflow: Pick<Workflow, 'preferences'>, serverSession: string): string =>
  namedSession(workflow) ?? serverSession

/** Every session whose memories may stand in the conversation. */
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
