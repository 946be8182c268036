import type { InputOf, OperationName, OutputOf } from '../../operations/machinery/operation-name.js'
import { type CallOptions, openRemote, type RemoteOptions } from './remote.js'
import type { WebSocketConstructor } from './web-socket.js'
import { openWorkflow, type Scope, type WorkflowClient } from './workflow.js'

export interface ClientOptions extends RemoteOptions, Scope {
  /** For the workflow's streams if the platform has none; in Node.js 20 use that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor
}

/** A memory behind `ww serve`. It holds no connection open, so there is nothing to close. */
export interface Client {
  /** The same as `call` of an open memory. */
  call<Name extends OperationName>(name: Name, input: InputOf<Name>, options?: CallOptions): Promise<OutputOf<Name>>
  readonly workflow: WorkflowClient
}

/** Does not connect: each call does. */
export function createClient({ WebSocket, session, project, ...options }: ClientOptions): Client {
  const remote = openRemote(options)
  return {
    async call(name, input, options) {
      // COM2, COM13: every operation takes both, and null equals absent.
      const { session_id, project: asked } = input
      const scoped = { ...input, session_id: session_id ?? session, project: asked ?? project }
      return (await remote.post(`tools/${encodeURIComponent(name)}`, scoped, options)) as OutputOf<typeof name>
    },
    workflow: openWorkflow(remote, WebSocket, { session, project }),
  }
}
