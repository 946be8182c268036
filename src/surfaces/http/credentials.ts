import type { Credentials } from './http-surface.js'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Never from the address: that stands in the logs of every proxy on the way. */
export function readCredentials(header: (name: string) => string | undefined): Credentials {
  return {
    token: bearerToken(header('authorization')),
    isForwarded: forwarding.some((name) => header(name) !== undefined),
  }
}

/** RFC 6750. Who shows something else shows something that is not valid, and is not taken for nobody. */
const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '')

/** Browsers can set no header when they open a socket, but name subprotocols: `ww.v1` and `ww.bearer.<key>`. */
const carrier = 'ww.bearer.'
const protocol = 'ww.v1'

export function readSocketCredentials(header: (name: string) => string | undefined): Credentials {
  const credentials = readCredentials(header)
  const offered = (header('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim())
  const carried = offered.find((name) => name.startsWith(carrier))?.slice(carrier.length)
  return { ...credentials, token: credentials.token ?? carried }
}

/** The one that the server names in its answer: never the one with the key. */
export const chooseProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(protocol) ? protocol : ([...offered].find((name) => !name.startsWith(carrier)) ?? false)
