import type { Context } from 'hono'
import { type CallSource, clientName } from '../../memory/origin.js'
import type { Known } from './http-surface.js'
import { isWorkflowPath } from './workflow-error.js'

/** `X-Client-Name`, else the product that the user agent names first: `curl/8.5.0`. */
export const readClient = ({ req }: Context<Known>): string | null =>
  clientName(req.header('x-client-name')) ?? clientName(req.header('user-agent')?.split(' ')[0])

/** The door and client of a request. */
export function readSource(context: Context<Known>): CallSource {
  const { path } = context.req
  const door = isWorkflowPath(path) ? 'workflow' : path.startsWith('/mcp') ? 'mcp-http' : 'rest'
  return { door, client: readClient(context) }
}
