import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import type { Installation } from '../../adapters/clients/installation.js'
import { openAuditFile, readAuditFiles } from '../../adapters/system/audit-file.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { invalid, WorldWeaverError } from '../../errors.js'
import { ownTenant } from '../../memory/access/access.js'
import { operations } from '../../operations/index.js'
import { readAnswers } from '../../surfaces/cli/ask/answers.js'
import { passphraseAsker } from '../../surfaces/cli/backup/ask-passphrase.js'
import { runCommandLine } from '../../surfaces/cli/command-line.js'
import { dataOutput, printableOutput } from '../../surfaces/cli/printable-output.js'
import type { CliSurface, GlobalOptions, OpenMemory, OpenWork } from '../../surfaces/cli/surface.js'
import { describeTerminal } from '../../surfaces/cli/terminal.js'
import { type Configuration, type Environment, readConfiguration } from '../configuration/configuration.js'
import { auditFolder, readDataDir, readRootDir } from '../configuration/data-dir.js'
import { storeFolder } from '../configuration/store-folder.js'
import { version } from '../configuration/version.js'
import { foreignSources } from '../import/source-names.js'

/** `ww …`: everything but the bare `ww mcp`. */
export async function startCommandLine(argv: readonly string[]): Promise<void> {
  // A reader that stops after the first lines (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  process.exitCode = await runCommandLine(argv, createSurface(thisProcess))
}

/** Where a command runs: this process, or what a test puts in its place. */
export interface Surroundings extends Pick<CliSurface, 'stdin'> {
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly name: string
  readonly env: Environment
  /** Throws if the folder was deleted; not every command needs it. */
  readonly cwd: () => string
  readonly home: () => string
  /** What clients are told to start, if not what runs now. */
  readonly installation?: Omit<Installation, 'platform'>
}

const thisProcess: Surroundings = {
  name: process.argv[1] ?? '',
  env: process.env,
  cwd: process.cwd,
  home: homedir,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
}

export function createSurface(here: Surroundings): CliSurface {
  const { stdin } = here
  const [stdout, stderr] = [printableOutput(here.stdout), printableOutput(here.stderr)]
  const terminal = describeTerminal(here.stdout, here.env)
  const environmentFor = (options: GlobalOptions): Environment => ({ ...here.env, ...toEnvironment(options) })
  const configurationFor = (env: Environment) => readConfiguration(env, here.cwd(), process.platform, here.home())
  const dataDirFor = (options: GlobalOptions) =>
    readDataDir(environmentFor(options), here.cwd(), process.platform, here.home())
  const storeFolderFor = (options: GlobalOptions) =>
    storeFolder(dataDirFor(options), environmentFor(options).WW_DATABASE_URL)

  const auditFolderFor = ({ dataDir }: GlobalOptions) => {
    const rootDir = readRootDir(environmentFor({ dataDir }), here.cwd(), process.platform, here.home())
    return auditFolder({ dataDir: rootDir, tenant: ownTenant })
  }
  /** Commands on the whole store are no operations, and record themselves. */
  function recordCommand(options: GlobalOptions, operation: string): void {
    const audit = openAuditFile(auditFolderFor(options))
    const tenant = environmentFor(options).WW_TENANT || ownTenant
    const who = { door: 'cli', client: `ww ${operation}`, key: null } as const
    audit.append({ at: systemClock.now(), tenant, ...who, operation, effect: 'admin', ids: [], outcome: 'ok' })
    audit.close()
  }

  /** Most commands do one thing and end: they run in this thread, and without a rate limit. */
  async function open(options: GlobalOptions, { work, command }: OpenWork = {}): Promise<OpenMemory> {
    const { dataDir, tenant } = options
    const env = environmentFor({ dataDir, tenant })
    const configuration = configurationFor(env)
    // A person reads one line about an error; a program may want the log entry behind its reference number.
    const logLevel = options.json || env.WW_LOG_LEVEL ? configuration.logLevel : 'silent'
    await beforeUpgrade(configuration, env)
    // Help and the version need no store.
    const { createWorldWeaver } = await import('../memory/world-weaver.js')
    return createWorldWeaver(
      { ...configuration, logLevel },
      {
        threads: work === 'bulk' ? 'workers' : 'inline',
        checksOutput: env.WW_CHECK_OUTPUT === '1',
        from: { door: 'cli', client: command === undefined ? 'ww' : `ww ${command}` },
      },
    )
  }

  /** CNN10: a person is asked; elsewhere a line is written and the command goes on. */
  async function beforeUpgrade(configuration: Configuration, env: Environment): Promise<void> {
    const { warnOfStopping } = await import('../connect/schema-change.js')
    const warning = await warnOfStopping(configuration, clientsHere(env))
    if (warning === undefined) return
    stderr.write(`${warning}\n`)
    if (stdin.isTTY !== true || here.stderr.isTTY !== true) return
    stderr.write('Upgrade now? Type "yes", or anything else to stop.\n> ')
    const answers = readAnswers(stdin)
    try {
      if ((await answers.next())?.trim().toLowerCase() !== 'yes')
        throw new WorldWeaverError('validation_error', 'Nothing was changed')
    } finally {
      await answers.end()
    }
  }

  const clientsHere = (env: Environment) => ({
    machine: { platform: process.platform, home: here.home(), env },
    ...(here.installation === undefined ? {} : { installation: here.installation }),
  })

  const encryption = async () => (await import('../backup/file-encryption.js')).createFileEncryption(here.env)

  return {
    name: basename(here.name) === 'world-weaver' ? 'world-weaver' : 'ww',
    version,
    operations,
    open,
    async serveMcp(options) {
      Object.assign(process.env, toEnvironment(options))
      await (await import('../mcp/start-mcp.js')).startMcp()
    },
    async serve({ host, port, auth = false, allowHost, allowOrigin, ...options }) {
      const env: Environment = {
        ...environmentFor(options),
        ...(auth ? { WW_AUTH: 'required' } : {}),
        ...(allowHost === undefined ? {} : { WW_ALLOWED_HOSTS: allowHost.join(',') }),
        ...(allowOrigin === undefined ? {} : { WW_ALLOWED_ORIGINS: allowOrigin.join(',') }),
      }
      if (env.WW_TENANT)
        throw invalid('WW_TENANT', 'WW_TENANT is not for serve: the key of a call says which tenant it is')
      const configuration = configurationFor(env)
      await beforeUpgrade(configuration, env)
      const { serve } = await import('../server/serve.js')
      // A service logs a line for each request.
      const logLevel = env.WW_LOG_LEVEL ? configuration.logLevel : 'info'
      const server = await serve({ ...configuration, logLevel }, { host, port })
      stdout.write(`World Weaver listens on ${server.url}\n`)
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      await server.close()
      // Work that hangs was handed over and must not keep the process alive.
      process.exit()
    },
    async describeApi(format) {
      const { createOpenApiDocument, toJson, toYaml } = await import('../../surfaces/http/openapi/document.js')
      return (format === 'yaml' ? toYaml : toJson)(createOpenApiDocument(version))
    },
    async openKeys(options) {
      const { openOwnerKeys } = await import('../server/access/owner-keys.js')
      return openOwnerKeys(environmentFor(options), here.cwd(), here.home())
    },
    readAuditLog: (options, from) => readAuditFiles(auditFolderFor(options), from),
    async runDemo(options) {
      const { tellDemo } = await import('../../surfaces/cli/demo/tell-demo.js')
      const { withTemporaryServer } = await import('../mcp/spawn-own-server.js')
      return tellDemo({
        ...options,
        terminal,
        isTerminal: stdout.isTTY === true,
        write: (text) => stdout.write(text),
        withServer: (work) => withTemporaryServer('bakery', work),
      })
    },
    sources: foreignSources,
    openHistory: async (source, options) =>
      (await import('../import/open-history.js')).openHistory(source, options, here.env, here.home()),
    withTemporaryMemory: async (work) => {
      const { withTemporaryStore } = await import('./temporary-store.js')
      return withTemporaryStore(async (dataDir) => {
        const memory = await open({ dataDir }, { work: 'bulk', command: 'try' })
        try {
          return await work(memory)
        } finally {
          await memory.close()
        }
      })
    },
    async move({ from, to, restart, tenant, ...options }, onProgress) {
      const { startEngineMigration } = await import('../engine-copy/start-engine-migration.js')
      const env = environmentFor(options)
      const asked = { from, to, restart, tenant: tenant ?? env.WW_TENANT, onProgress }
      const moved = await startEngineMigration(asked, env, here.cwd(), here.home())
      recordCommand(tenant === undefined ? options : { ...options, tenant }, 'move')
      return moved
    },
    async migrate(options) {
      const env = environmentFor(options)
      const configuration = configurationFor(env)
      await beforeUpgrade(configuration, env)
      const { migrateStore } = await import('../engine-copy/migrate-store.js')
      const migrated = await migrateStore(configuration)
      recordCommand(options, 'migrate')
      return migrated
    },
    encryption,
    async backup(options, file) {
      const encrypter = await (await encryption()).encrypter(options, passphraseAsker(here))
      const { makeBackup } = await import('../backup/make-backup.js')
      return makeBackup(configurationFor(environmentFor(options)), file && resolve(here.cwd(), file), encrypter)
    },
    async restore(options, backup, isDryRun) {
      const { decrypted } = await encryption()
      const { restoreBackup } = await import('../backup/restore-backup.js')
      return restoreBackup(
        configurationFor(environmentFor(options)),
        resolve(here.cwd(), backup),
        (bytes, reopen) => decrypted(bytes, reopen, options, passphraseAsker(here)),
        isDryRun,
      )
    },
    async examine({ full, fix, dryRun, restore, ...options }) {
      const { examine } = await import('../doctor/examine.js')
      const env = environmentFor(options)
      const surroundings = { ...clientsHere(env), folder: here.cwd() }
      const report = await examine(env, options, { full, fix, dryRun, restore }, surroundings)
      if (fix === true && dryRun !== true)
        recordCommand(options, restore === true ? 'doctor --restore' : 'doctor --fix')
      return report
    },
    async connections(options) {
      const env = environmentFor(options)
      const { dataDir } = configurationFor(env)
      const { openConnections } = await import('../connect/open-connections.js')
      const { withAskAtEnd } = await import('../connect/asking-connections.js')
      const isChosen = Boolean(env.WW_DATA_DIR || env.WW_TENANT)
      return withAskAtEnd(openConnections({ dataDir, isChosen, ...clientsHere(env) }), dataDir)
    },
    async leftovers(options, { withData, backup }) {
      const { findLeftovers } = await import('../connect/leftovers.js')
      const named = backup === undefined ? {} : { backup: resolve(here.cwd(), backup) }
      const wanted = { withData, home: here.home(), now: Date.now(), ...named }
      return findLeftovers(configurationFor(environmentFor(options)), wanted)
    },
    async removeLeftovers(options, leftovers) {
      const { removeLeftovers } = await import('../connect/leftovers.js')
      await removeLeftovers(configurationFor(environmentFor(options)), leftovers)
    },
    async pauseHooks(options, until) {
      const { writePause } = await import('../hook/pause.js')
      return writePause(dataDirFor(options), until, Date.now())
    },
    async resumeHooks(options) {
      const { endPause } = await import('../hook/pause.js')
      endPause(dataDirFor(options), Date.now())
    },
    async hookHistory(options, since) {
      const { reportHooks } = await import('../hook/records/report-hooks.js')
      return reportHooks(storeFolderFor(options), since)
    },
    async markUndone(options, id) {
      const { changeReceipts } = await import('../hook/records/receipts.js')
      changeReceipts(storeFolderFor(options), [id], { isUndone: true })
    },
    async countKeeping(options) {
      const { countKeeping } = await import('../hook/session-notes.js')
      return countKeeping(storeFolderFor(options), Date.now())
    },
    async runHook(options) {
      Object.assign(process.env, toEnvironment(options))
      await (await import('../hook/run-hook.js')).runHook(options)
    },
    stdin,
    stdout,
    stderr,
    data: dataOutput(here.stdout),
    terminal,
    errorTerminal: describeTerminal(here.stderr, here.env),
    now: Date.now,
  }
}

function toEnvironment({ dataDir, tenant, session, project }: GlobalOptions): Environment {
  return {
    ...(tenant === undefined ? {} : { WW_TENANT: tenant }),
    // A named folder takes precedence over a database from the environment.
    ...(dataDir === undefined ? {} : { WW_DATA_DIR: dataDir, WW_DATABASE_URL: '' }),
    ...(session === undefined ? {} : { WW_SESSION_ID: session }),
    ...(project === undefined ? {} : { WW_PROJECT: project }),
  }
}
