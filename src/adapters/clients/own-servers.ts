import { isObject } from '../../plain-object.js'
import { isStarted, toConfiguredServer } from './configured-server.js'
import { serverName } from './mcp-server.js'

/** The names under which an object of servers has ours: our own name, and any other that starts the same program. */
export function ownServers(servers: unknown): readonly string[] {
  if (!isObject(servers)) return []
  return Object.entries(servers).flatMap(([name, entry]) => (name === serverName || startsUs(entry) ? [name] : []))
}

function startsUs(entry: unknown): boolean {
  const server = toConfiguredServer(entry)
  if (server === undefined || !isStarted(server)) return false
  return server.args.some((word) => /^world-weaver(?:@.+)?$|[/\\]world-weaver[/\\].*main\.js$/.test(word))
}
