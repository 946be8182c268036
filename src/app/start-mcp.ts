import { homedir } from 'node:os'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { createMcpServer } from '../surfaces/mcp/mcp-server.js'
import { serveMcpOverStdio } from '../surfaces/mcp/stdio.js'
import { readConfiguration } from './configuration.js'
import { version } from './version.js'

/** A store that does not close in this time is left as it is: everything answered is on the disk already. */
const patienceMs = 5_000

/** `ww mcp`: serves until the client goes away. What the greeting does not need is loaded after it. */
export function startMcp(): void {
  const configuration = readConfiguration(process.env, process.cwd(), process.platform, homedir())
  const log = createStderrLog({ level: configuration.logLevel })
  const rateLimit = createRateLimit({ limit: configuration.rateLimit, windowMs: 60_000 })

  let loading: ReturnType<typeof load> | undefined
  async function load() {
    const { openMcpTools } = await import('./open-mcp-tools.js')
    return openMcpTools(configuration, log)
  }
  function loadOnce() {
    loading ??= load()
    return loading
  }

  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    // Not `process.exit`: it waits for the workers, and one may be waiting for a lock that another process holds.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref()
    await loading?.then(({ mind }) => mind.close()).catch((error) => log.error('could not close the store', { error }))
    process.exit(0)
  }

  const loadTools = async () => (await loadOnce()).tools
  serveMcpOverStdio(() => createMcpServer({ version, loadTools, rateLimit, clock: systemClock }), {
    onClose: end,
    onError: (error) => log.debug('protocol error', { error }),
  })
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}
