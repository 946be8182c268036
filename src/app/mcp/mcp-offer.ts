import { operations } from '../../operations/index.js'
import type { McpOffer } from '../../surfaces/mcp/http-exchange.js'
import { createInstructions } from '../../surfaces/mcp/instructions.js'
import type { Configuration } from '../configuration/configuration.js'
import { opensDoor, selectOperations } from '../configuration/toolsets.js'
import { version } from '../configuration/version.js'

/** The operations for a client: its address may select fewer than the server offers, never more. */
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
