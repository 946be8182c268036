import { WorldWeaverError } from '../../errors.js'

/** As the library says it when a call is given up. */
export const givenUp = ({ reason }: AbortSignal): WorldWeaverError =>
  new WorldWeaverError('timeout', 'The call was given up', { cause: reason })

/** Nobody knows whether the server has done what it was asked. */
export const unreachable = (server: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('internal_error', `${server} cannot be reached, or the connection broke${reasonOf(cause)}`, {
    ...(cause === undefined ? {} : { cause }),
  })

/** Node says `fetch failed`, and why only in the cause of it. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return `: ${cause.cause instanceof Error && cause.cause.message !== '' ? cause.cause.message : cause.message}`
}

export const tooLate = (server: string, timeoutMs: number, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('timeout', `${server} did not answer within ${timeoutMs / 1000} seconds`, { cause })

export const notWorldWeaver = (server: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('internal_error', `What answers at ${server} is no World Weaver`, { cause })
