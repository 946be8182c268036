import { invalid, WorldWeaverError } from '../../errors.js'
import { givenUp, notWorldWeaver, tooLate, unreachable } from './failures.js'
import { readError } from './read-error.js'
import { startTimer } from './timer.js'
import { wait } from './wait.js'

/** Where the server is, and who asks. */
export interface RemoteOptions {
  /** As the browser would show it: `http://localhost:8000`, or with a path where a proxy puts the server under one. */
  readonly url: string
  /** From `ww key create`. */
  readonly key?: string
  /** Instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch
  /** How long to wait for an answer; a minute unless told, which is longer than the server takes to give up. */
  readonly timeoutMs?: number
}

/** What a caller may add to one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /**
   * How often to wait, as long as the server says, and call again after `rate_limited`. Never unless told: a write that
   * waits is overtaken by those after it, and only the caller knows whether their order matters. What may have been
   * done is not repeated: a broken connection is an error.
   */
  readonly retry?: number
}

export interface Remote {
  /** Without credentials: it may be shown. */
  readonly name: string
  readonly key: string | undefined
  readonly timeoutMs: number
  addressOf(path: string): URL
  post(path: string, body: unknown, options?: CallOptions): Promise<unknown>
  /** Throws if the server lets us in nowhere. Whether it can be reached is not the question. */
  assertAdmitted(signal: AbortSignal | undefined): Promise<void>
}

const usualTimeoutMs = 60_000
/** Within this a server that is there has said something. */
export const connectMs = 10_000

export function openRemote({ url, key, fetch: given, timeoutMs = usualTimeoutMs }: RemoteOptions): Remote {
  const base = readAddress(url)
  // Not only a header: for a stream it is part of a name, which has no room for a line's end.
  if (key !== undefined && !/^[\w-]+$/.test(key)) throw invalid('key', 'key must be as ww key create shows it')
  const name = base.origin + base.pathname.replace(/\/$/, '')
  // Looked up late: a page may wrap its own after this.
  const send = given ?? ((...request: Parameters<typeof fetch>) => fetch(...request))
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const addressOf = (path: string) => new URL(path, base)

  async function request(path: string, init: RequestInit, signal: AbortSignal | undefined, patienceMs = timeoutMs) {
    if (signal?.aborted === true) throw givenUp(signal)
    const ending = new AbortController()
    const callOff = startTimer(patienceMs, () => ending.abort())
    const end = () => ending.abort(signal)
    signal?.addEventListener('abort', end)
    try {
      const response = await send(addressOf(path), { ...init, signal: ending.signal })
      return { response, text: await response.text() }
    } catch (cause) {
      if (!ending.signal.aborted) throw unreachable(name, cause)
      if (signal !== undefined && ending.signal.reason === signal) throw givenUp(signal)
      throw tooLate(name, patienceMs, cause)
    } finally {
      callOff()
      signal?.removeEventListener('abort', end)
    }
  }

  async function postOnce(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...authorization }
    const { response, text } = await request(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal)
    if (!response.ok) throw readError(response, text)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw notWorldWeaver(name, cause)
    }
  }

  return {
    name,
    key,
    timeoutMs,
    addressOf,
    async post(path, body, { signal, retry = 0 } = {}) {
      for (let left = retry; ; left--) {
        try {
          return await postOnce(path, body, signal)
        } catch (error) {
          if (!(error instanceof WorldWeaverError) || error.code !== 'rate_limited' || left <= 0) throw error
          await wait((error.retryAfter ?? 1) * 1000, signal)
        }
      }
    },
    async assertAdmitted(signal) {
      // Nothing is there, which is told to whoever is let in.
      const head = { method: 'HEAD', headers: authorization }
      const asked = request('tools/', head, signal, Math.min(timeoutMs, connectMs))
      const { response } = await asked.catch((error: unknown) => {
        if (signal?.aborted === true) throw error
        return { response: undefined }
      })
      if (response?.status === 401) throw new WorldWeaverError('unauthorized', 'The key is not valid')
      if (response?.status === 403) throw new WorldWeaverError('forbidden', `${name} does not answer this page`)
    },
  }
}

function readAddress(url: string): URL {
  const problem = () => invalid('url', 'url must be an address such as http://localhost:8000')
  if (!URL.canParse(url)) throw problem()
  const address = new URL(url)
  if (address.protocol !== 'http:' && address.protocol !== 'https:') throw problem()
  if (!address.pathname.endsWith('/')) address.pathname += '/'
  return address
}
