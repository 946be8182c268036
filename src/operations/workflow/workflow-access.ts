import type { Access } from '../../memory/access/access.js'
import { defaultSession, mayUseSession } from '../../memory/access/permission.js'
import type { JsonObject } from '../../memory/memory.js'
import { allSessionsOf, type Workflow } from '../../memory/workflow/conversation/workflow.js'
import { outOfReach } from '../machinery/authorise.js'
import { WorkflowRefusal } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

type Reaching = Pick<WorkflowContext, 'access' | 'defaults'>
type Placed = Pick<Workflow, 'preferences' | 'formerSessions'>

/**
 * COM3: a key that is bound to sessions may see a conversation that was never in any other session: the conversation
 * contains what was recalled in each of them, so its present session is not enough.
 */
export const isInReach = (workflow: Placed, { access, defaults }: Reaching): boolean =>
  access?.sessions === undefined ||
  allSessionsOf(workflow, defaults.session).every((session) => mayUseSession(access, session))

/** Outside the scope is not found. Call it with the state that is changed: another call may move the conversation. */
export function assertInReach(workflow: Placed, reaching: Reaching): void {
  if (!isInReach(workflow, reaching)) throw new WorkflowRefusal('WORKFLOW_NOT_FOUND')
}

/** The session of a message must be one of the key's, else `forbidden`, whether or not the session exists. */
export function assertSession(session: string, { access }: Reaching): void {
  if (access !== undefined && !mayUseSession(access, session)) throw outOfReach(session)
}

/** COM2: a bound key's new conversation without a session gets the key's first one, and stores it. */
export function withDefaultSession(preferences: JsonObject, access: Access | undefined): JsonObject {
  if (access?.sessions === undefined || (preferences.session_id ?? null) !== null) return preferences
  return { ...preferences, session_id: defaultSession(access, '') }
}
