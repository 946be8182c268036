import type { SocketEnd } from './open-socket.js'
import { WorkflowError } from './workflow-error.js'

/** WSS6: the error behind a final close; undefined if a reconnect may succeed. */
export function refusalOf({ code }: SocketEnd): WorkflowError | undefined {
  switch (code) {
    case 4400:
      return new WorkflowError('INVALID_REQUEST', 'The workflow id must be a UUID, and the cursor a number from 0')
    case 4401:
      return new WorkflowError('UNAUTHORIZED', 'The key is no longer valid')
    case 4404:
      return new WorkflowError('WORKFLOW_NOT_FOUND', 'There is no such workflow')
    default:
      return undefined
  }
}
