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
  const workflowId = fields.workflowId.safeParse(told.workflow_id)
  const stored = workflowId.success ? await memories.workflows.conversation(workflowId.data) : undefined
  const preferred = isJsonObject(told.preferences) ? told.preferences : {}
  const usual = usualSession(access, defaults.session)
  const session = sessionOf({ preferences: { ...stored?.workflow.preferences, ...preferred } }, usual)
  return sessionIdPattern.test(session) && reaches(access ?? {}, session) ? session : usual
}
