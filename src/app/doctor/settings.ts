import { WorldWeaverError } from '../../errors.js'
import { operations } from '../../operations/index.js'
import type { DoctorReport, Finding } from '../../surfaces/cli/doctor-report.js'
import type { GlobalOptions } from '../../surfaces/cli/surface.js'
import { type Configuration, type Environment, readConfiguration } from '../configuration/configuration.js'
import { describeDatabase } from '../configuration/database-url.js'
import { selectOperations } from '../configuration/toolsets.js'

interface Settings {
  readonly configuration: Configuration
  /** A problem for each invalid variable. */
  readonly findings: readonly Finding[]
}

/** Reads the configuration; reports and leaves out invalid variables, so that the rest is still checked. */
export function readSettings(env: Environment): Settings {
  try {
    const configuration = readConfiguration(env)
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
  const { dataDir, databaseUrl, project, session, rateLimit, auth, toolsets, secrets, logLevel, languageModel } =
    configuration
  const database = databaseUrl === undefined ? 'files in the data directory' : describeDatabase(databaseUrl)
  const keys = auth === 'required' ? 'asked of every caller' : 'asked where other machines can call'
  // Never the key.
  const model = languageModel === undefined ? 'none' : (env.WW_LLM ?? 'given')
  const rows = [
    ['data directory', dataDir, from('WW_DATA_DIR', 'default', options.dataDir, '--data-dir')],
    ['database', database, from('WW_DATABASE_URL')],
    ['tenant', env.WW_TENANT || 'your own', from('WW_TENANT', 'default', options.tenant, '--tenant')],
    ['project', project ?? 'none', from('WW_PROJECT', inGit, options.project, '--project')],
    ['session', session, from('WW_SESSION_ID', 'default', options.session, '--session')],
    ['rate limit', rateLimit === 0 ? 'none' : `${rateLimit} calls a minute`, from('WW_RATE_LIMIT')],
    ['keys', keys, from('WW_AUTH')],
    ['toolsets', toolsets.join(', '), from('WW_TOOLSETS')],
    ['secrets', secrets, from('WW_SECRETS')],
    ['log level', logLevel, from('WW_LOG_LEVEL')],
    ['language model', model, from('WW_LLM')],
    ['weights', env.WW_WEIGHTS || 'as documented', from('WW_WEIGHTS')],
  ]
  return rows.map(([name, value, from]) => ({ name, value, from }))
}
