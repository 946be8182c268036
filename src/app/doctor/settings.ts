import { homedir } from 'node:os'
import { WorldWeaverError } from '../../errors.js'
import { operations } from '../../operations/index.js'
import type { DoctorReport, Finding } from '../../surfaces/cli/rendering/doctor.js'
import type { GlobalOptions } from '../../surfaces/cli/surface.js'
import { type Configuration, type Environment, readConfiguration } from '../configuration.js'
import { describeDatabase } from '../database-url.js'
import { selectOperations } from '../toolsets.js'

interface Settings {
  readonly configuration: Configuration
  /** A problem for each variable that cannot be used. */
  readonly findings: readonly Finding[]
}

/** Reads the configuration; what cannot be used is reported and left out, so that the rest is still looked at. */
export function readSettings(env: Environment): Settings {
  try {
    const configuration = readConfiguration(env, process.cwd(), process.platform, homedir())
    selectOperations(operations, configuration.toolsets)
    return { configuration, findings: [] }
  } catch (error) {
    if (!(error instanceof WorldWeaverError) || error.field === undefined || !env[error.field]) throw error
    const { field, message } = error
    const finding: Finding = { check: field, status: 'problem', detail: message, mend: `Change or unset ${field}.` }
    const rest = readSettings({ ...env, [field]: undefined })
    return { ...rest, findings: [finding, ...rest.findings] }
  }
}

/** Each value and where it came from. */
export function describeSettings(
  configuration: Configuration,
  env: Environment,
  options: GlobalOptions,
): DoctorReport['configuration'] {
  const from = (variable: string, otherwise = 'default', option?: string | undefined, flag = '') =>
    option !== undefined ? flag : env[variable] ? variable : otherwise
  const inGit = configuration.project === null ? 'not in a git repository' : 'from the git repository'
  return [
    {
      name: 'data directory',
      value: configuration.dataDir,
      from: from('WW_DATA_DIR', 'default', options.dataDir, '--data-dir'),
    },
    {
      name: 'database',
      value:
        configuration.databaseUrl === undefined
          ? 'files in the data directory'
          : describeDatabase(configuration.databaseUrl),
      from: from('WW_DATABASE_URL'),
    },
    {
      name: 'tenant',
      value: env.WW_TENANT || 'your own',
      from: from('WW_TENANT', 'default', options.tenant, '--tenant'),
    },
    {
      name: 'project',
      value: configuration.project ?? 'none',
      from: from('WW_PROJECT', inGit, options.project, '--project'),
    },
    {
      name: 'session',
      value: configuration.session,
      from: from('WW_SESSION_ID', 'default', options.session, '--session'),
    },
    {
      name: 'rate limit',
      value: configuration.rateLimit === 0 ? 'none' : `${configuration.rateLimit} calls a minute`,
      from: from('WW_RATE_LIMIT'),
    },
    {
      name: 'keys',
      value: configuration.auth === 'required' ? 'asked of every caller' : 'asked where other machines can call',
      from: from('WW_AUTH'),
    },
    { name: 'toolsets', value: configuration.toolsets.join(', '), from: from('WW_TOOLSETS') },
    { name: 'secrets', value: configuration.secrets, from: from('WW_SECRETS') },
    { name: 'log level', value: configuration.logLevel, from: from('WW_LOG_LEVEL') },
    {
      name: 'language model',
      // Never the key.
      value: configuration.languageModel === undefined ? 'none' : (env.WW_LLM ?? 'given'),
      from: from('WW_LLM'),
    },
    { name: 'weights', value: env.WW_WEIGHTS || 'as documented', from: from('WW_WEIGHTS') },
  ]
}
