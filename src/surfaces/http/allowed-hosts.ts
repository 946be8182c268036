const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** A request must be addressed to this machine by one of its own names, and may come from a page of this machine. */
export function isAllowedHost(host: string | undefined, origin: string | undefined): boolean {
  if (host === undefined || !loopback.test(host)) return false
  if (origin === undefined || origin === 'null') return origin === undefined
  return loopback.test(origin.replace(/^https?:\/\//i, ''))
}
