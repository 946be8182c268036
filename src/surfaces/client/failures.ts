import { WorldWeaverError } from '../../errors.js'

/** The same error as the library's for an aborted call. */
export const aborted = ({ reason }: AbortSignal): WorldWeaverError =>
  new WorldWeaverError('timeout', 'The call was given up', { cause: reason })

/** The server may or may not have executed the call. */
export const unreachable = (server: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('internal_error', `${server} cannot be reached, or the connection broke${reasonOf(cause)}`, {
    cause,
  })

/** Node's message is `fetch failed`; the reason is in its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return `: ${cause.cause instanceof Error && cause.cause.message !== '' ? cause.cause.message : cause.message}`
}

export const timedOut = (server: string, timeoutMs: number, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('timeout', `${server} did not answer within ${timeoutMs / 1000} seconds`, { cause })

export const notWorldWeaver = (server: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('internal_error', `${server} is not a World Weaver server`, { cause })
