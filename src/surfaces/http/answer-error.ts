import type { Context } from 'hono'
import { toErrorBody, WorldWeaverError } from '../../errors.js'
import { concealed } from '../../operations/concealed.js'
import { WorkflowRefusal } from '../../operations/workflow/advance.js'
import { statusOf } from './http-error.js'
import type { HttpSurface } from './http-surface.js'
import { isWorkflowPath, toWorkflowError, workflowError } from './workflow-error.js'

/** Each door says in its own shape what is wrong: WFL7's at `/workflow/*`, COM8's everywhere else. */
export function answerError(error: unknown, context: Context, surface: Pick<HttpSurface, 'log'>): Response {
  if (error instanceof WorkflowRefusal || isWorkflowPath(context.req.path)) {
    const { status, body } = toWorkflowError(error instanceof WorkflowRefusal ? error : known(error, surface))
    return context.json(body, status)
  }
  const told = known(error, surface)
  return context.json(toErrorBody(told), statusOf(told))
}

export function answerNotFound(context: Context): Response {
  const message = 'There is nothing here'
  if (isWorkflowPath(context.req.path)) return context.json(workflowError(404, 'NOT_FOUND', message).body, 404)
  return context.json(toErrorBody(new WorldWeaverError('not_found', message)), 404)
}

const known = (error: unknown, surface: Pick<HttpSurface, 'log'>): WorldWeaverError =>
  error instanceof WorldWeaverError ? error : concealed(error, 'request', surface)
