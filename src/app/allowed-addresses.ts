import { invalid } from '../errors.js'

const named = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** As they stand in a request's `Host`: a name or an address, an IPv6 one in brackets, with a port or for all ports. */
export function readAllowedHosts(text: string | undefined): readonly string[] {
  const hosts = named(text)
  if (hosts.every((host) => /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))) return hosts
  throw invalid('WW_ALLOWED_HOSTS', 'WW_ALLOWED_HOSTS must be names of hosts, with commas between: memory.example.org')
}

/** As a browser writes them: scheme, host and perhaps a port, and nothing behind. */
export function readAllowedOrigins(text: string | undefined): readonly string[] {
  const origins = named(text)
  if (origins.every(isOrigin)) return origins
  throw invalid(
    'WW_ALLOWED_ORIGINS',
    'WW_ALLOWED_ORIGINS must be origins of pages, with commas between: https://app.example.org',
  )
}

/** Extensions of browsers have a scheme of their own; `null` is the origin of anybody. */
const isOrigin = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s*]+$/i.test(text)
