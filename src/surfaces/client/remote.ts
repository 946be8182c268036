import { invalid, WorldWeaverError } from '../../errors.js'
import { aborted, notWorldWeaver, timedOut, unreachable } from './failures.js'
import { readError } from './read-error.js'
import { startTimer } from './timer.js'
import { wait } from './wait.js'

/** The server's address and the caller's key. */
export interface RemoteOptions {
  /** `http://localhost:8000`, or with a path if a proxy serves it under one. */
  readonly url: string
  /** From `ww key create`. */
  readonly key?: string
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Default one minute, which is longer than the server's own timeout. */
  readonly timeoutMs?: number
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /**
   * Retries after `rate_limited`, each after the delay that the server asks for; default 0, because later writes overtake
   * one that waits. A broken connection is not retried, because the server may have executed the call.
   */
  readonly retry?: number
}

export interface Remote {
  /** Without credentials, so it may appear in messages. */
  readonly name: string
  readonly key: string | undefined
  readonly timeoutMs: number
  addressOf(path: string): URL
  post(path: string, body: unknown, options?: CallOptions): Promise<unknown>
  /** Throws if the server refuses the key; does nothing if the server cannot be reached. */
  assertAdmitted(signal: AbortSignal | undefined): Promise<void>
}

const defaultTimeoutMs = 60_000
/** A running server answers within this time. */
export const connectMs = 10_000

export function openRemote({ url, key, fetch: given, timeoutMs = defaultTimeoutMs }: RemoteOptions): Remote {
  const base = readAddress(url)
  // For a stream the key is part of a subprotocol's name, which allows only these characters.
  if (key !== undefined && !/^[\w-]+$/.test(key)) throw invalid('key', 'key must be exactly as ww key create prints it')
  const name = base.origin + base.pathname.replace(/\/$/, '')
  // Looked up per call, because a page may wrap `fetch` later.
  const send = given ?? ((...request: Parameters<typeof fetch>) => fetch(...request))
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const addressOf = (path: string) => new URL(path, base)

  async function request(path: string, init: RequestInit, signal: AbortSignal | undefined, limitMs = timeoutMs) {
    if (signal?.aborted === true) throw aborted(signal)
    const ending = new AbortController()
    const cancelTimer = startTimer(limitMs, () => ending.abort())
    const end = () => ending.abort(signal)
    signal?.addEventListener('abort', end)
    try {
      const response = await send(addressOf(path), { ...init, signal: ending.signal })
      return { response, text: await response.text() }
    } catch (cause) {
      if (!ending.signal.aborted) throw unreachable(name, cause)
      if (signal !== undefined && ending.signal.reason === signal) throw aborted(signal)
      throw timedOut(name, limitMs, cause)
    } finally {
      cancelTimer()
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
      // An authorized caller gets 404 here.
      const head = { method: 'HEAD', headers: authorization }
      const asked = request('tools/', head, signal, Math.min(timeoutMs, connectMs))
      const { response } = await asked.catch((error: unknown) => {
        if (signal?.aborted === true) throw error
        return { response: undefined }
      })
      if (response?.status === 401) throw new WorldWeaverError('unauthorized', 'The key is not valid')
      if (response?.status === 403)
        throw new WorldWeaverError('forbidden', `${name} does not allow the origin of this page`)
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
