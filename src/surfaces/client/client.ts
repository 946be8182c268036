import type { InputOf, OperationName, OutputOf } from '../../operations/operation-name.js'
import { type CallOptions, openRemote, type RemoteOptions } from './remote.js'
import type { WebSocketConstructor } from './web-socket.js'
import { openWorkflow, type Scope, type WorkflowClient } from './workflow.js'

export interface ClientOptions extends RemoteOptions, Scope {
  /** For the workflow's streams, where the platform has none: in Node.js 20 that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor
}

/** A memory behind `ww serve`. It holds nothing open: there is nothing to close. */
export interface Client {
  /** As `call` of an open memory: what works on one works on the other. */
  call<Name extends OperationName>(name: Name, input: InputOf<Name>, options?: CallOptions): Promise<OutputOf<Name>>
  readonly workflow: WorkflowClient
}

/** Connects to nothing yet: each call does. */
export function createClient({ WebSocket, session, project, ...options }: ClientOptions): Client {
  const remote = openRemote(options)
  const scope = { ...(session === undefined ? {} : { session }), ...(project === undefined ? {} : { project }) }
  return {
    async call(name, input, options) {
      // COM2, COM13: every operation takes both, and null is the same as left out.
      const { session_id, project: asked } = input
      const scoped = { ...input, session_id: session_id ?? session, project: asked ?? project }
      return (await remote.post(`tools/${encodeURIComponent(name)}`, scoped, options)) as OutputOf<typeof name>
    },
    workflow: openWorkflow(remote, WebSocket, scope),
  }
}
