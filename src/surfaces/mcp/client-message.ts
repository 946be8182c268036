import type { RequestId } from '@modelcontextprotocol/server'
import { isObject } from '../../plain-object.js'
import type { Wanted } from './subscriptions.js'

/** A JSON-RPC message from a client, classified once. The SDK validates it later: any part may be missing or malformed. */
export type ClientMessage = {
  /** Undefined for a notification or a response. */
  readonly id: RequestId | undefined
} & (
  | CountedCall
  /** `subscriptions/listen` of the 2026 protocol: a request whose response stays open. */
  | { readonly kind: 'listen'; readonly wanted: Wanted }
  /** The client no longer wants the response to this request. */
  | { readonly kind: 'cancel'; readonly requestId: RequestId }
  | { readonly kind: 'other' }
)

/** COM10: a call that the rate limit counts. `session` is what the call names, not yet validated. */
interface CountedCall {
  readonly kind: 'call'
  readonly session: unknown
  /** The tool that is called; undefined when a resource is read. */
  readonly tool: unknown
  readonly input: unknown
}

/** The body of a POST: one message or, in the protocol of March 2025, a batch. */
export interface MessageBody {
  readonly json: unknown
  readonly messages: readonly ClientMessage[]
  /** Undefined for a batch: it cannot listen, and its requests cannot be cancelled one by one. */
  readonly single: ClientMessage | undefined
}

export function toMessageBody(json: unknown): MessageBody {
  if (Array.isArray(json)) return { json, messages: json.map(toClientMessage), single: undefined }
  const single = toClientMessage(json)
  return { json, messages: [single], single }
}

export function toClientMessage(message: unknown): ClientMessage {
  const { id, method, params } = fieldsOf(message)
  return { id: method !== undefined && isRequestId(id) ? id : undefined, ...classify(method, fieldsOf(params)) }
}

type Fields = Readonly<Record<string, unknown>>

function classify(method: unknown, params: Fields) {
  switch (method) {
    case 'tools/call':
    case 'resources/read':
      return {
        kind: 'call',
        session: fieldsOf(params.arguments).session_id,
        tool: method === 'tools/call' ? (params.name ?? null) : undefined,
        input: params.arguments ?? {},
      } as const
    case 'subscriptions/listen':
      return { kind: 'listen', wanted: toWanted(fieldsOf(params.notifications)) } as const
    case 'notifications/cancelled':
      if (isRequestId(params.requestId)) return { kind: 'cancel', requestId: params.requestId } as const
  }
  return { kind: 'other' } as const
}

const toWanted = ({ resourceSubscriptions: uris, resourcesListChanged: list }: Fields): Wanted => ({
  uris: Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [],
  list: list === true,
})

const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
