import type { RequestId } from '@modelcontextprotocol/server'
import { isObject } from '../../memory/is-object.js'

/** What is looked at before the protocol's own judgement: any of it may be missing or of another kind. */
export interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

/** A body is one message or, in the protocol of March 2025, several. */
const messagesIn = (body: unknown): readonly Message[] =>
  (Array.isArray(body) ? body : [body]).filter((each) => isObject(each))

/** COM10: what counts. */
export interface CountedCall {
  readonly id: RequestId
  /** What the call names, if it does; whether it is a name is for others to judge. */
  readonly session: unknown
}

const counted = new Set<unknown>(['tools/call', 'resources/read'])

export function countedCallsIn(body: unknown): readonly CountedCall[] {
  return messagesIn(body).flatMap(({ id, method, params }) => {
    if (!counted.has(method) || !isRequestId(id)) return []
    const given = paramsOf(params).arguments
    return [{ id, session: isObject(given) ? given.session_id : undefined }]
  })
}

/** `subscriptions/listen` of the 2026 protocol: a request whose answer stays open. */
export const isListening = (body: unknown): boolean => isObject(body) && body.method === 'subscriptions/listen'

export const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

export const paramsOf = (params: unknown): Readonly<Record<string, unknown>> => (isObject(params) ? params : {})
