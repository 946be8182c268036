import { operations } from '../operations/index.js'
import type { McpOffer } from '../surfaces/mcp/http-exchange.js'
import { createInstructions } from '../surfaces/mcp/instructions.js'
import type { Configuration } from './configuration.js'
import { opensDoor, selectOperations } from './toolsets.js'
import { version } from './version.js'

/** Of what the server was told to offer, what a client wants of it: an address may ask for less, never for more. */
export function createMcpOffer({
  toolsets,
}: Pick<Configuration, 'toolsets'>): (wanted?: readonly string[]) => McpOffer {
  const offered = selectOperations(operations, toolsets)
  return (wanted = toolsets) => ({
    version,
    instructions: createInstructions((door) => opensDoor(toolsets, door) && opensDoor(wanted, door)),
    operations: wanted === toolsets ? offered : selectOperations(offered, wanted, 'toolset'),
  })
}
