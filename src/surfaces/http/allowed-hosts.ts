/** The host names that this server answers to, and the origins whose pages may call it. */
export interface AllowedAddresses {
  /** With or without a port; without one, any port. */
  readonly hosts: readonly string[]
  /** As a browser sends them: `https://app.example.org`. */
  readonly origins: readonly string[]
}

export type IsAllowed = (host: string | undefined, origin: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Prevents DNS rebinding, where a foreign page reaches this server under the page's own host name: the `Host` must be a
 * loopback name or an allowed one, and the `Origin` must be on this machine, the server itself or an allowed one. Programs
 * other than browsers send no origin.
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
