import type { Socket } from 'node:net'
import type { Credentials } from './http-surface.js'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Never from the URL, because proxies log it. */
export function readCredentials(
  header: (name: string) => string | undefined,
  connection: Socket | undefined,
): Credentials {
  return {
    connection,
    token: bearerToken(header('authorization')),
    isForwarded: forwarding.some((name) => header(name) !== undefined),
  }
}

/** RFC 6750. A header of another kind is an invalid token, not a missing one. */
const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '')

/** Browsers cannot set headers when they open a socket, but they can name subprotocols: `ww.v1` and `ww.bearer.<key>`. */
const keyPrefix = 'ww.bearer.'
const protocol = 'ww.v1'

export function readSocketCredentials(header: (name: string) => string | undefined, connection: Socket): Credentials {
  const credentials = readCredentials(header, connection)
  const offered = (header('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim())
  const carried = offered.find((name) => name.startsWith(keyPrefix))?.slice(keyPrefix.length)
  return { ...credentials, token: credentials.token ?? carried }
}

/** The subprotocol that the server confirms: never the one with the key. */
export const chooseProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(protocol) ? protocol : ([...offered].find((name) => !name.startsWith(keyPrefix)) ?? false)
