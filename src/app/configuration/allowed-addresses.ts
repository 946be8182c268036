import { invalid } from '../../errors.js'

const named = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Hosts as in the `Host` header: a name or an address (IPv6 in brackets); without a port, all ports. */
export function readAllowedHosts(text: string | undefined): readonly string[] {
  const hosts = named(text)
  if (hosts.every((host) => /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))) return hosts
  throw invalid('WW_ALLOWED_HOSTS', 'WW_ALLOWED_HOSTS must be names of hosts, with commas between: memory.example.org')
}

/** Origins as browsers send them: scheme, host and optional port. */
export function readAllowedOrigins(text: string | undefined): readonly string[] {
  const origins = named(text)
  if (origins.every(isOrigin)) return origins
  throw invalid(
    'WW_ALLOWED_ORIGINS',
    'WW_ALLOWED_ORIGINS must be origins of pages, with commas between: https://app.example.org',
  )
}

/** Any scheme, since browser extensions have their own; `null` is refused, since any page can have that origin. */
const isOrigin = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s*]+$/i.test(text)
