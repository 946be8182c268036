import { homedir } from 'node:os'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { operations } from '../operations/index.js'
import type { Operation } from '../operations/operation.js'
import { createMcpServer } from '../surfaces/mcp/mcp-server.js'
import { serveMcpOverStdio } from '../surfaces/mcp/stdio.js'
import { readConfiguration } from './configuration.js'
import { version } from './version.js'
import { createWorldWeaver } from './world-weaver.js'

/** A store that does not close in this time is left as it is: everything answered is on the disk already. */
const patienceMs = 5_000

/** `ww mcp`: serves until the client goes away. */
export function startMcp(): void {
  const configuration = readConfiguration(process.env, process.cwd(), process.platform, homedir())
  const log = createStderrLog({ level: configuration.logLevel })
  const mind = createWorldWeaver(configuration, { checksOutput: process.env.WW_CHECK_OUTPUT === '1' })
  const rateLimit = createRateLimit({ limit: configuration.rateLimit, windowMs: 60_000 })

  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    await mind.close().catch((error: unknown) => log.error('could not close the store', { error }))
    process.exit(0)
  }

  serveMcpOverStdio(
    () =>
      createMcpServer({
        version,
        operations: operations as unknown as readonly Operation[],
        invoke: mind.invoke,
        rateLimit,
        clock: systemClock,
        onReady: () => mind.warmUp().catch((error: unknown) => log.error('could not open the store', { error })),
      }),
    { onClose: end, onError: (error) => log.debug('protocol error', { error }) },
  )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}
