/** By which names this server may be addressed, and from which pages. */
export interface AllowedAddresses {
  /** With or without a port; without one, any port. */
  readonly hosts: readonly string[]
  /** As a browser tells them: `https://app.example.org`. */
  readonly origins: readonly string[]
}

export type IsAllowed = (host: string | undefined, origin: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * A page of somebody else's that has this server's address under its own name must not get in (DNS rebinding): a request
 * must be addressed to this machine by a loopback name or by one that was allowed, and come from a page of this machine,
 * of the server itself or of an origin that was allowed. Programs other than browsers tell no origin.
 */
export function allowAddresses({ hosts, origins }: AllowedAddresses): IsAllowed {
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()))
  const allowedOrigins = new Set(origins.map((origin) => origin.toLowerCase()))

  const isOwnName = (host: string): boolean =>
    loopback.test(host) || allowedHosts.has(host) || allowedHosts.has(host.replace(/:\d+$/, ''))

  return (host, origin) => {
    const name = host?.toLowerCase()
    if (name === undefined || !isOwnName(name)) return false
    if (origin === undefined) return true
    const page = origin.toLowerCase()
    if (allowedOrigins.has(page)) return true
    const pageHost = /^https?:\/\/(.+)$/.exec(page)?.[1]
    return pageHost !== undefined && (loopback.test(pageHost) || pageHost === name)
  }
}
