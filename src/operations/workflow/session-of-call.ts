import { reaches, usualSession } from '../../memory/access/permission.js'
import { isJsonObject } from '../../memory/is-object.js'
import type { Json, JsonObject } from '../../memory/memory.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { sessionOf } from '../../memory/workflow/conversation/workflow.js'
import * as fields from '../fields.js'
import type { OperationContext } from '../operation-context.js'

/**
 * COM10: for whom a call counts, before it is judged: the session that it names, else that of its workflow, else the
 * server's own. What could not be a session's name is nobody's; a bound key uses up no other session's share.
 */
export async function sessionOfCall(
  input: unknown,
  { memories, defaults, access }: Pick<OperationContext, 'memories' | 'defaults' | 'access'>,
): Promise<string> {
  // Parsed from JSON: whatever it is, it is that.
  const told: JsonObject = isJsonObject(input as Json) ? (input as JsonObject) : {}
  // Every call over HTTP comes through here, and few of them name a workflow: telling what is wrong with none is dear.
  const workflowId = told.workflow_id === undefined ? undefined : fields.workflowId.safeParse(told.workflow_id).data
  const stored = workflowId === undefined ? undefined : await memories.workflows.conversation(workflowId)
  const preferred = isJsonObject(told.preferences) ? told.preferences : {}
  const preferences = stored === undefined ? preferred : { ...stored.workflow.preferences, ...preferred }
  const usual = usualSession(access, defaults.session)
  const session = sessionOf({ preferences }, usual)
  return sessionIdPattern.test(session) && reaches(access ?? {}, session) ? session : usual
}
