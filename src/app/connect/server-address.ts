import type { ServerAddress } from '../../adapters/clients/mcp-server.js'
import { invalid } from '../../errors.js'

interface Asked {
  readonly url?: string
  readonly key?: string
  readonly toolset?: string
}

/** The address of a running server, if one is given; it selects the toolset `core` unless it names another. */
export function readAddress({ url: text, key, toolset }: Asked): ServerAddress | undefined {
  if (text === undefined) {
    if (key === undefined) return undefined
    throw invalid('--key', '--key is for a server that runs already: give its --url, too')
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalid('--url', '--url must be the address of a server, such as http://localhost:8000/mcp')
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid('--key', '--key must be a key as "ww key create" shows it')
  }
  if (toolset !== undefined || !url.searchParams.has('toolset')) url.searchParams.set('toolset', toolset ?? 'core')
  // A comma needs no escaping in a query, and is easier to read.
  const address = url.href.replaceAll('%2C', ',')
  return { url: address, ...(key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }) }
}
