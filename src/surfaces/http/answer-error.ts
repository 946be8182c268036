import type { Context } from 'hono'
import { toErrorBody, WorldWeaverError } from '../../errors.js'
import { toInternalError } from '../../operations/machinery/internal-error.js'
import { WorkflowRefusal } from '../../operations/workflow/advance.js'
import { statusOf } from './http-error.js'
import type { HttpSurface } from './http-surface.js'
import { isWorkflowPath, toWorkflowError, workflowError } from './workflow-error.js'

/** Errors have WFL7's shape at `/workflow/*` and COM8's everywhere else. */
export function answerError(error: unknown, context: Context, surface: Pick<HttpSurface, 'log'>): Response {
  if (error instanceof WorkflowRefusal || isWorkflowPath(context.req.path)) {
    const { status, body } = toWorkflowError(error instanceof WorkflowRefusal ? error : toPublicError(error, surface))
    return context.json(body, status)
  }
  const shown = toPublicError(error, surface)
  return context.json(toErrorBody(shown), statusOf(shown))
}

export function answerNotFound(context: Context): Response {
  const message = 'Nothing is served at this path'
  if (isWorkflowPath(context.req.path)) return context.json(workflowError(404, 'NOT_FOUND', message).body, 404)
  return context.json(toErrorBody(new WorldWeaverError('not_found', message)), 404)
}

const toPublicError = (error: unknown, surface: Pick<HttpSurface, 'log'>): WorldWeaverError =>
  error instanceof WorldWeaverError ? error : toInternalError(error, 'request', surface)
