import type { Access } from '../../memory/access/access.js'
import { reaches, usualSession } from '../../memory/access/permission.js'
import type { JsonObject } from '../../memory/memory.js'
import { allSessionsOf, type Workflow } from '../../memory/workflow/conversation/workflow.js'
import { outOfReach } from '../authorise.js'
import { WorkflowRefusal } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

type Reaching = Pick<WorkflowContext, 'access' | 'defaults'>
type Placed = Pick<Workflow, 'preferences' | 'formerSessions'>

/**
 * COM3: a key that is bound to sessions knows a conversation that was never in any other. It tells what was recalled in
 * every session that it was in, so that the one it is in now does not say enough.
 */
export const isInReach = (workflow: Placed, { access, defaults }: Reaching): boolean =>
  access?.sessions === undefined ||
  allSessionsOf(workflow, defaults.session).every((session) => reaches(access, session))

/** Outside the scope = not found. To be asked of the very state that is changed: another call may move the conversation. */
export function assertInReach(workflow: Placed, reaching: Reaching): void {
  if (!isInReach(workflow, reaching)) throw new WorkflowRefusal('WORKFLOW_NOT_FOUND')
}

/** The session that a message would act in must be one of the key's: `forbidden`, whether or not it exists. */
export function assertSession(session: string, { access }: Reaching): void {
  if (access !== undefined && !reaches(access, session)) throw outOfReach(session)
}

/** COM2: a new conversation of a bound key that names no session is of its first; kept, so that it stays so. */
export function withUsualSession(preferences: JsonObject, access: Access | undefined): JsonObject {
  if (access?.sessions === undefined || (preferences.session_id ?? null) !== null) return preferences
  return { ...preferences, session_id: usualSession(access, '') }
}
