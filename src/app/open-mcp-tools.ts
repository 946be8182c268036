import { operations } from '../operations/index.js'
import type { Log } from '../ports/log.js'
import { createOperationTools } from '../surfaces/mcp/operation-tools.js'
import type { Configuration } from './configuration.js'
import { openToHooks } from './hook/open-to-hooks.js'
import { selectOperations } from './toolsets.js'
import { createWorldWeaver } from './world-weaver.js'

/** The memory and its tools; the store opens in the background, so that the first call finds it open. */
export function openMcpTools(configuration: Configuration, log: Log) {
  const mind = createWorldWeaver(configuration, { checksOutput: process.env.WW_CHECK_OUTPUT === '1' })
  mind
    .warmUp()
    .then(() => openToHooks(configuration, mind, log))
    .catch((error: unknown) => log.error('could not open the store', { error }))
  return { mind, tools: createOperationTools(selectOperations(operations, configuration.toolsets), mind.invoke) }
}
