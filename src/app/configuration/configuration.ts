import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import type { LanguageModelSettings } from '../../adapters/llm/language-model-settings.js'
import type { WorkTree } from '../../adapters/system/git-repository.js'
import { type LogLevel, logLevels } from '../../adapters/system/stderr-log.js'
import { invalid, WorldWeaverError } from '../../errors.js'
import { defaultWeights, resolveWeights, type Weights } from '../../memory/activation/weights.js'
import type { ArchivePolicy } from '../../memory/consolidation/archiving.js'
import { type SecretPolicy, secretPolicies } from '../../memory/secrets/secret-policy.js'
import { defaultSessionId, sessionIdPattern } from '../../memory/session-id.js'
import type { Namespace } from '../../operations/workspace/cycle/namespace.js'
import type { ServerLimits } from '../../surfaces/http/server-limits.js'
import type { IdleSettings } from '../memory/idle-consolidation.js'
import type { Auth } from '../server/access/authentication.js'
import { readAllowedHosts, readAllowedOrigins } from './allowed-addresses.js'
import { assertOwnFolder, type Environment, readDataDir, readTenant } from './data-dir.js'
import { readDatabaseUrl } from './database-url.js'
import { defaultNamespace, findNamespace } from './find-namespace.js'
import { findWorkTree } from './find-project.js'
import { numbersIn } from './parse-numbers.js'
import { readAnswersPerDay, readLanguageModel } from './read-language-model.js'
import { readRateLimits } from './read-rate-limits.js'
import { readServerLimits } from './read-server-limits.js'

export interface Configuration {
  /** Holds the memories, unless there is a database, and in any case the files of this machine alone. */
  readonly dataDir: string
  /** The PostgreSQL database that holds memories and keys instead. It may contain a password: never show or log it. */
  readonly databaseUrl?: string
  /** The owner of the memories: a part of the database, or a folder of files. */
  readonly tenant: string
  /** The user named the tenant: it must exist already, or have a key. */
  readonly isTenantNamed?: boolean
  /** GWT18: the namespace of the data directory. */
  readonly namespace: Namespace
  readonly session: string
  readonly project: string | null
  /** The git repository that the process was started in; its project may differ from `project`. */
  readonly workTree?: WorkTree
  /** Calls a minute; 0 is no limit. */
  readonly rateLimit: number
  /** Units a minute on a server, for each key and for each tenant; 0 is no limit. */
  readonly keyRateLimit: number
  readonly tenantRateLimit: number
  /** Timeouts and concurrency limits of `ww serve`. */
  readonly serverLimits: ServerLimits
  /** COM4: how to treat secrets in texts to store. */
  readonly secrets: SecretPolicy
  /** Whether `ww serve` requires keys also on a loopback address. */
  readonly auth: Auth
  /** How many tenants stay open, unless more are in use at once. */
  readonly maxTenantsOpen: number
  /** Toolsets and names of single tools that the MCP server offers. */
  readonly toolsets: readonly string[]
  /** Host names besides loopback, and browser origins, that `ww serve` accepts. */
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly logLevel: LogLevel
  readonly weights: Weights
  /** CON7; null turns consolidation in the background off. */
  readonly autoConsolidate: IdleSettings | null
  /** CON6; without it, nothing is archived. */
  readonly retirement?: ArchivePolicy
  /** CON3; without it, rules are used. */
  readonly languageModel?: LanguageModelSettings
  /** REC25: for how many memories a day the language model is asked what they answer. */
  readonly answersPerDay: number
  /** GWT11: whether the language model subscribes to the workspace's broadcasts. */
  readonly workspaceModel: boolean
}

export type { Environment } from './data-dir.js'

/** Throws `validation_error`: its field is the invalid variable, and its message says what is valid. */
export function readConfiguration(
  env: Environment,
  cwd = process.cwd(),
  platform = process.platform,
  home = homedir(),
): Configuration {
  const dataDir = readDataDir(env, cwd, platform, home)
  const { WW_DATABASE_URL: databaseUrl } = env
  assertOwnFolder(dataDir, env)
  if (env.WW_TENANT && !databaseUrl && !existsSync(dataDir)) {
    throw invalid('WW_TENANT', `WW_TENANT must be a tenant; "${env.WW_TENANT}" is none: "ww key list" shows them`)
  }
  const workTree = findWorkTree(cwd)
  return {
    dataDir,
    ...(databaseUrl ? { databaseUrl: readDatabaseUrl(databaseUrl, 'WW_DATABASE_URL') } : {}),
    tenant: readTenant(env),
    ...(env.WW_TENANT ? { isTenantNamed: true } : {}),
    namespace: env.WW_DATA_DIR || env.WW_TENANT ? findNamespace(dataDir) : defaultNamespace,
    session: readSession(env.WW_SESSION_ID),
    project: readProject(env.WW_PROJECT, workTree),
    ...(workTree === undefined ? {} : { workTree }),
    ...readRateLimits(env),
    serverLimits: readServerLimits(env),
    secrets: readSecrets(env.WW_SECRETS),
    auth: readAuth(env.WW_AUTH),
    maxTenantsOpen: readMaxTenantsOpen(env.WW_MAX_TENANTS_OPEN),
    toolsets: readToolsets(env.WW_TOOLSETS),
    allowedHosts: readAllowedHosts(env.WW_ALLOWED_HOSTS),
    allowedOrigins: readAllowedOrigins(env.WW_ALLOWED_ORIGINS),
    logLevel: readLogLevel(env.WW_LOG_LEVEL),
    weights: readWeights(env.WW_WEIGHTS),
    autoConsolidate: readAutoConsolidate(env.WW_AUTO_CONSOLIDATE),
    ...readRetirement(env.WW_RETIRE),
    ...readLanguageModel(env),
    answersPerDay: readAnswersPerDay(env.WW_LLM_ANSWERS),
    workspaceModel: readWorkspaceModel(env),
  }
}

function readSession(text: string | undefined): string {
  if (!text) return defaultSessionId
  if (sessionIdPattern.test(text)) return text
  throw invalid('WW_SESSION_ID', 'WW_SESSION_ID must be 1 to 128 letters, digits, "_" or "-"')
}

function readProject(text: string | undefined, workTree: WorkTree | undefined): string | null {
  if (!text) return workTree?.project ?? null
  // "*" means all projects, so no project can have that name.
  if (text.trim() !== '' && text !== '*' && !text.includes('\0')) return text
  throw invalid('WW_PROJECT', 'WW_PROJECT must be a name such as "owner/name"; unset it to use the git repository')
}

function readAuth(text: string | undefined): Auth {
  if (!text) return 'outside'
  if (text === 'required') return text
  throw invalid('WW_AUTH', 'WW_AUTH must be "required"; unset it to ask for keys only where other machines can call')
}

function readMaxTenantsOpen(text: string | undefined): number {
  if (!text) return 16
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw invalid('WW_MAX_TENANTS_OPEN', 'WW_MAX_TENANTS_OPEN must be a number of tenants from 1 to 9999')
}

function readSecrets(text: string | undefined): SecretPolicy {
  if (!text) return 'flag'
  const policy = secretPolicies.find((known) => known === text)
  if (policy !== undefined) return policy
  throw invalid('WW_SECRETS', `WW_SECRETS must be one of ${secretPolicies.join(', ')}`)
}

/** `selectOperations` checks the names later: the operations are not loaded yet when the server starts. */
function readToolsets(text: string | undefined): readonly string[] {
  const names = (text || 'all').split(',').map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  if (given.length > 0) return given
  throw invalid('WW_TOOLSETS', 'WW_TOOLSETS must name toolsets or tools, with commas between: core,create_episode')
}

function readLogLevel(text: string | undefined): LogLevel {
  if (!text) return 'warn'
  const level = logLevels.find((known) => known === text)
  if (level !== undefined) return level
  throw invalid('WW_LOG_LEVEL', `WW_LOG_LEVEL must be one of ${logLevels.join(', ')}`)
}

const hourMs = 3_600_000

function readAutoConsolidate(text: string | undefined): IdleSettings | null {
  if (text === '0') return null
  const bounds = {
    idle_seconds: { min: 0, max: 86_400 },
    memories: { min: 1, max: 1e9 },
    hours: { min: 0, max: 87_600 },
  }
  const defaults = { idle_seconds: 60, memories: 100, hours: 8 }
  const given = !text || text === '1' ? defaults : numbersIn('WW_AUTO_CONSOLIDATE', text, bounds, defaults)
  return { idleMs: given.idle_seconds * 1000, changes: given.memories, everyMs: given.hours * hourMs }
}

function readRetirement(text: string | undefined): { retirement?: ArchivePolicy } {
  if (!text) return {}
  const { age_days, retrievability, valence } = numbersIn('WW_RETIRE', text, {
    age_days: { min: 0, max: 36_500 },
    retrievability: { min: 0, max: 1 },
    valence: { min: 0, max: 1 },
  })
  return { retirement: { minAgeDays: age_days, maxRetrievability: retrievability, maxImportance: valence } }
}

function readWorkspaceModel({ WW_WORKSPACE_MODEL: text, WW_LLM }: Environment): boolean {
  if (!text || text === '0') return false
  if (text !== '1') throw invalid('WW_WORKSPACE_MODEL', 'WW_WORKSPACE_MODEL must be 1 or 0')
  if (!WW_LLM) throw invalid('WW_WORKSPACE_MODEL', 'WW_WORKSPACE_MODEL needs a language model: set WW_LLM as well')
  return true
}

function readWeights(text: string | undefined): Weights {
  if (!text) return defaultWeights
  try {
    return resolveWeights(JSON.parse(text))
  } catch (cause) {
    const problem = cause instanceof WorldWeaverError ? cause.message : 'not valid JSON'
    const example = '{"atTime": {"semantic": 0.6, "recency": 0.4}}'
    throw new WorldWeaverError('validation_error', `WW_WEIGHTS: ${problem}. An example: ${example}`, {
      field: 'WW_WEIGHTS',
      cause,
    })
  }
}
