/** The host names that this server answers to, and the origins whose pages may call it. */
export interface AllowedAddresses {
  /** With or without a port; without one, any port. */
  readonly hosts: readonly string[]
  /** As a browser sends them: `https://app.example.org`. */
  readonly origins: readonly string[]
}

/** What a request says about where it is addressed to and which page sent it. */
export interface Addressing {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly fetchSite: string | undefined
}

export type IsAllowed = (addressing: Addressing) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** What this server's own pages and the address bar send. Other pages of the same site are those of other ports. */
const ownPages = new Set(['same-origin', 'none'])

/**
 * Prevents DNS rebinding, where a foreign page reaches this server under the page's own host name: the `Host` must be a
 * loopback name or an allowed one. The page must be the server's own or of an allowed origin: another port of this
 * machine may belong to any program. Programs other than browsers send neither an origin nor a site.
 */
export function allowAddresses({ hosts, origins }: AllowedAddresses): IsAllowed {
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()))
  const allowedOrigins = new Set(origins.map((origin) => origin.toLowerCase()))

  const isOwnName = (host: string): boolean =>
    loopback.test(host) || allowedHosts.has(host) || allowedHosts.has(host.replace(/:\d+$/, ''))

  return ({ host, origin, fetchSite }) => {
    const name = host?.toLowerCase()
    if (name === undefined || !isOwnName(name)) return false
    const page = origin?.toLowerCase()
    if (page !== undefined && allowedOrigins.has(page)) return true
    // An image or a script of a foreign page is loaded without an origin, but with its site.
    if (fetchSite !== undefined && !ownPages.has(fetchSite.toLowerCase())) return false
    return page === undefined || page === `http://${name}` || page === `https://${name}`
  }
}

export const readAddressing = (header: (name: string) => string | undefined): Addressing => ({
  host: header('host'),
  origin: header('origin'),
  fetchSite: header('sec-fetch-site'),
})
