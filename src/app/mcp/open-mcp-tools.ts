import { homedir } from 'node:os'
import { operations } from '../../operations/index.js'
import type { Log } from '../../ports/log.js'
import { createOperationTools } from '../../surfaces/mcp/operation-tools.js'
import type { Configuration } from '../configuration/configuration.js'
import { selectOperations } from '../configuration/toolsets.js'
import { warnOfStopping } from '../connect/schema-change.js'
import { serveHooks } from '../hook/serve-hooks.js'
import { createWorldWeaver } from '../memory/world-weaver.js'

/** CNN10: nobody can be asked here, and the client waits for its tools. */
async function warnOfUpgrade(configuration: Configuration, log: Log): Promise<void> {
  const machine = { platform: process.platform, home: homedir(), env: process.env }
  const warning = await warnOfStopping(configuration, { machine })
  if (warning !== undefined) log.warn(warning)
}

/** The memory and its tools; the store opens in the background, before the first call. */
export function openMcpTools(configuration: Configuration, log: Log) {
  const memory = createWorldWeaver(configuration, {
    checksOutput: process.env.WW_CHECK_OUTPUT === '1',
    from: { door: 'mcp', client: null },
  })
  const warned = warnOfUpgrade(configuration, log)
  warned
    .then(() => memory.warmUp())
    .then(() => serveHooks(configuration, memory, log))
    .catch((error: unknown) => log.error('could not open the store', { error }))
  return {
    memory,
    tools: createOperationTools(selectOperations(operations, configuration.toolsets), memory.invoke),
    /** What is being opened is waited for: it must not begin to open after this. */
    async close() {
      await warned.catch(() => undefined)
      await memory.close()
    },
  }
}
