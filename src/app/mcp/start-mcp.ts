import type { RequestId } from '@modelcontextprotocol/server'
import { createStderrLog } from '../../adapters/system/stderr-log.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { createInstructions } from '../../surfaces/mcp/instructions.js'
import { createMcpServer } from '../../surfaces/mcp/mcp-server.js'
import { serveMcpOverStdio } from '../../surfaces/mcp/stdio.js'
import { createSubscriptions } from '../../surfaces/mcp/subscriptions.js'
import { callCounter } from '../../surfaces/mcp/too-many-calls.js'
import { createRateLimit } from '../../surfaces/rate-limit.js'
import { type Configuration, readConfiguration } from '../configuration/configuration.js'
import { isToolset, opensDoor, selectOperations } from '../configuration/toolsets.js'
import { version } from '../configuration/version.js'
import type { openMcpTools } from './open-mcp-tools.js'

/** The process ends after this time even if the store has not closed: everything answered is on disk already. */
const closeTimeoutMs = 5_000

/** `ww mcp`: serves until the client disconnects. Code that `initialize` does not need is loaded after it. */
export async function startMcp(): Promise<void> {
  const configuration = readConfiguration(process.env)
  await checkToolsets(configuration)
  const log = createStderrLog({ level: configuration.logLevel })
  const rateLimit = createRateLimit({ limit: configuration.rateLimit, windowMs: 60_000 })
  const countCall = callCounter(rateLimit, configuration.session, () => systemClock.now())

  let loading: Promise<ReturnType<typeof openMcpTools>> | undefined
  function loadOnce() {
    loading ??= import('./open-mcp-tools.js').then((module) => module.openMcpTools(configuration, log))
    return loading
  }

  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    // Not `process.exit`, which waits for the workers: one may wait for a lock that another process holds.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), closeTimeoutMs).unref()
    await loading?.then(({ close }) => close()).catch((error) => log.error('could not close the store', { error }))
    process.exit(0)
  }

  const loadTools = async () => (await loadOnce()).tools
  const loadResources = async () => (await loadOnce()).memory.resources
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
    door: 'mcp' as const,
    subscriptions,
    countCall: (_id: RequestId, input: unknown) => countCall(input),
  }
  serveMcpOverStdio(() => createMcpServer(surface), {
    subscriptions,
    onClose: end,
    onError: (error) => log.debug('protocol error', { error }),
  })
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

/** Throws for a tool that does not exist. Loads the operations only if a single tool is named. */
async function checkToolsets({ toolsets }: Configuration): Promise<void> {
  if (toolsets.every(isToolset)) return
  const { operations } = await import('../../operations/index.js')
  selectOperations(operations, toolsets)
}
