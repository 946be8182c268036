import { homedir } from 'node:os'
import { basename } from 'node:path'
import { invalid } from '../errors.js'
import { operations } from '../operations/index.js'
import { runCommandLine } from '../surfaces/cli/command-line.js'
import type { GlobalOptions, OpenMemory } from '../surfaces/cli/surface.js'
import { describeTerminal } from '../surfaces/cli/terminal.js'
import { type Configuration, type Environment, readConfiguration } from './configuration.js'
import { readDataDir } from './data-dir.js'
import { foreignSources } from './importing/source-names.js'
import { version } from './version.js'

/** `ww …`: everything but the bare `ww mcp`. */
export async function startCommandLine(argv: readonly string[]): Promise<void> {
  // Whoever reads only the first lines (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const terminal = describeTerminal(process.stdout, process.env)
  process.exitCode = await runCommandLine(argv, {
    name: basename(process.argv[1] ?? '') === 'world-weaver' ? 'world-weaver' : 'ww',
    version,
    operations,
    open,
    async serveMcp(options) {
      Object.assign(process.env, toEnvironment(options))
      await (await import('./start-mcp.js')).startMcp()
    },
    async serve({ host, port, auth = false, allowHost, allowOrigin, ...options }) {
      const env: Environment = {
        ...process.env,
        ...toEnvironment(options),
        ...(auth ? { WW_AUTH: 'required' } : {}),
        ...(allowHost === undefined ? {} : { WW_ALLOWED_HOSTS: allowHost.join(',') }),
        ...(allowOrigin === undefined ? {} : { WW_ALLOWED_ORIGINS: allowOrigin.join(',') }),
      }
      if (env.WW_TENANT)
        throw invalid('WW_TENANT', 'WW_TENANT is not for serve: the key of a call says which tenant it is')
      const configuration = readConfiguration(env, process.cwd(), process.platform, homedir())
      const { serve } = await import('./serve.js')
      // Who runs a service expects a line for each request.
      const logLevel = env.WW_LOG_LEVEL ? configuration.logLevel : 'info'
      const server = await serve({ ...configuration, logLevel }, { host, port })
      process.stdout.write(`World Weaver listens on ${server.url}\n`)
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      await server.close()
      // Work that hangs was handed over, and must not keep the process.
      process.exit()
    },
    async describeApi(format) {
      const { createOpenApiDocument, toJson, toYaml } = await import('../surfaces/http/openapi/document.js')
      return (format === 'yaml' ? toYaml : toJson)(createOpenApiDocument(version))
    },
    async openKeys(options) {
      const { openKeysOfOwner } = await import('./access/owners-keys.js')
      return openKeysOfOwner({ ...process.env, ...toEnvironment(options) })
    },
    async tellDemo(options) {
      const { tellDemo } = await import('./demo/tell-demo.js')
      return tellDemo({
        ...options,
        terminal,
        isTerminal: process.stdout.isTTY,
        write: (text) => process.stdout.write(text),
      })
    },
    sources: foreignSources,
    openHistory: async (source, options) =>
      (await import('./importing/open-history.js')).openHistory(source, options, process.env, homedir()),
    withTemporaryMemory: async (work) => {
      const { withTemporaryStore } = await import('./temporary-store.js')
      return withTemporaryStore(async (dataDir) => {
        const mind = await open({ dataDir }, 'bulk')
        try {
          return await work(mind)
        } finally {
          await mind.close()
        }
      })
    },
    async move({ from, to, restart = false, tenant, ...options }, onProgress) {
      const { startMove } = await import('./moving/start-move.js')
      const env = { ...process.env, ...toEnvironment(options) }
      return startMove({ from, to, restart, tenant: tenant ?? env.WW_TENANT, onProgress }, env)
    },
    async migrate(options) {
      const { migrateStore } = await import('./migrate-store.js')
      return migrateStore(configurationOf(options))
    },
    async examine({ full, fix, dryRun, restore, ...options }) {
      const { examine } = await import('./doctor/examine.js')
      return examine({ ...process.env, ...toEnvironment(options) }, options, { full, fix, dryRun, restore })
    },
    async connections(options) {
      const env = { ...process.env, ...toEnvironment(options) }
      const { dataDir } = readConfiguration(env, process.cwd(), process.platform, homedir())
      const { openConnections } = await import('./connect/open-connections.js')
      const isChosen = Boolean(env.WW_DATA_DIR || env.WW_TENANT)
      return openConnections({ dataDir, isChosen, machine: { platform: process.platform, home: homedir(), env } })
    },
    async pauseHooks(options, until) {
      const { writePause } = await import('./hook/pause.js')
      return writePause(dataDirOf(options), until, Date.now())
    },
    async resumeHooks(options) {
      const { endPause } = await import('./hook/pause.js')
      endPause(dataDirOf(options), Date.now())
    },
    async runHook(options) {
      Object.assign(process.env, toEnvironment(options))
      await (await import('./hook/run-hook.js')).runHook(options)
    },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    terminal,
    errorTerminal: describeTerminal(process.stderr, process.env),
    now: Date.now,
  })
}

/** Mostly a command does one thing and ends: in this thread, and without the rate limit of the other doors. */
async function open(options: GlobalOptions, work?: 'bulk'): Promise<OpenMemory> {
  const { dataDir, tenant } = options
  const env = { ...process.env, ...toEnvironment({ dataDir, tenant }) }
  const configuration = readConfiguration(env, process.cwd(), process.platform, homedir())
  // A person reads one line about what went wrong; a program may want the log behind the reference number.
  const logLevel = options.json || env.WW_LOG_LEVEL ? configuration.logLevel : 'silent'
  // Help and the version need no store.
  const { createWorldWeaver } = await import('./world-weaver.js')
  return createWorldWeaver(
    { ...configuration, logLevel },
    { threads: work === 'bulk' ? 'workers' : 'inline', checksOutput: env.WW_CHECK_OUTPUT === '1' },
  )
}

const configurationOf = (options: GlobalOptions): Configuration =>
  readConfiguration({ ...process.env, ...toEnvironment(options) }, process.cwd(), process.platform, homedir())

const dataDirOf = (options: GlobalOptions): string =>
  readDataDir({ ...process.env, ...toEnvironment(options) }, process.cwd(), process.platform, homedir())

function toEnvironment({ dataDir, tenant, session, project }: GlobalOptions): Environment {
  return {
    ...(tenant === undefined ? {} : { WW_TENANT: tenant }),
    // Whoever names a folder means what is in it.
    ...(dataDir === undefined ? {} : { WW_DATA_DIR: dataDir, WW_DATABASE_URL: '' }),
    ...(session === undefined ? {} : { WW_SESSION_ID: session }),
    ...(project === undefined ? {} : { WW_PROJECT: project }),
  }
}
