import type { SocketEnd } from './open-socket.js'
import { WorkflowError } from './workflow-error.js'

/** WSS6: why the server closed for good; undefined where it is worth coming back. */
export function refusalOf({ code }: SocketEnd): WorkflowError | undefined {
  switch (code) {
    case 4400:
      return new WorkflowError('INVALID_REQUEST', 'The workflow id must be a UUID, and the cursor a number from 0')
    case 4401:
      return new WorkflowError('UNAUTHORIZED', 'The key is not valid any more')
    case 4404:
      return new WorkflowError('WORKFLOW_NOT_FOUND', 'There is no such workflow')
    default:
      return undefined
  }
}
