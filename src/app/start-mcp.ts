import { homedir } from 'node:os'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { createInstructions } from '../surfaces/mcp/instructions.js'
import { createMcpServer } from '../surfaces/mcp/mcp-server.js'
import { serveMcpOverStdio } from '../surfaces/mcp/stdio.js'
import { createSubscriptions } from '../surfaces/mcp/subscriptions.js'
import { tooManyCalls } from '../surfaces/mcp/too-many-calls.js'
import { type Configuration, readConfiguration } from './configuration.js'
import { isToolset, opensDoor, selectOperations } from './toolsets.js'
import { version } from './version.js'

/** A store that does not close in this time is left as it is: everything answered is on the disk already. */
const patienceMs = 5_000

/** `ww mcp`: serves until the client goes away. What the greeting does not need is loaded after it. */
export async function startMcp(): Promise<void> {
  const configuration = readConfiguration(process.env, process.cwd(), process.platform, homedir())
  await checkToolsets(configuration)
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
  const loadResources = async () => (await loadOnce()).mind.resources
  const subscriptions = createSubscriptions({
    async *follow(signal) {
      yield* (await loadResources()).follow(signal)
    },
    onError: (error) => log.error('could not follow the changes', { error }),
  })
  const surface = {
    version,
    instructions: createInstructions((door) => opensDoor(configuration.toolsets, door)),
    loadTools,
    loadResources,
    tellsChanges: true,
    subscriptions,
    countCall: () => tooManyCalls(rateLimit.take('connection', systemClock.now())),
  }
  serveMcpOverStdio(() => createMcpServer(surface), {
    subscriptions,
    onClose: end,
    onError: (error) => log.debug('protocol error', { error }),
  })
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

/** Refuses to start with a tool that does not exist. Only for the name of a single one are the operations loaded first. */
async function checkToolsets({ toolsets }: Configuration): Promise<void> {
  if (toolsets.every(isToolset)) return
  const { operations } = await import('../operations/index.js')
  selectOperations(operations, toolsets)
}
