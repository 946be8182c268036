import { existsSync } from 'node:fs'
import type { LanguageModelSettings } from '../adapters/llm/language-model-settings.js'
import type { WorkTree } from '../adapters/system/git-repository.js'
import { type LogLevel, logLevels } from '../adapters/system/stderr-log.js'
import { invalid, WorldWeaverError } from '../errors.js'
import { defaultWeights, resolveWeights, type Weights } from '../memory/activation/weights.js'
import type { RetirementPolicy } from '../memory/consolidation/retirement.js'
import { type SecretPolicy, secretPolicies } from '../memory/secrets/secret-policy.js'
import { defaultSessionId, sessionIdPattern } from '../memory/session-id.js'
import type { Namespace } from '../operations/workspace/namespace.js'
import type { ServerLimits } from '../surfaces/http/server-limits.js'
import type { Auth } from './access/admission.js'
import { readAllowedHosts, readAllowedOrigins } from './allowed-addresses.js'
import { type Environment, readDataDir, readTenant } from './data-dir.js'
import { readDatabaseUrl } from './database-url.js'
import { findNamespace, usualNamespace } from './find-namespace.js'
import { findWorkTree } from './find-project.js'
import type { IdleSettings } from './idle-consolidation.js'
import { numbersIn } from './numbers-in.js'
import { readLanguageModel } from './read-language-model.js'
import { readServerLimits } from './read-server-limits.js'

export interface Configuration {
  /** Memories are in files there, and what belongs to this machine alone in any case. */
  readonly dataDir: string
  /** A PostgreSQL that has the memories and keys instead. It may hold a password: never shown, never logged. */
  readonly databaseUrl?: string
  /** Whose part of the database; files have a folder for each. */
  readonly tenant: string
  /** Somebody typed its name: it must be there, or have a key. */
  readonly isTenantNamed?: boolean
  /** Whose it is. */
  readonly namespace: Namespace
  readonly session: string
  readonly project: string | null
  /** Where the process was started, if in a git repository; its project may be another than the one to act in. */
  readonly workTree?: WorkTree
  /** Calls a minute; 0 is no limit. */
  readonly rateLimit: number
  /** What one caller may ask of `ww serve`. */
  readonly serverLimits: ServerLimits
  /** COM4: what becomes of secrets that a call asks to store. */
  readonly secrets: SecretPolicy
  /** Whether `ww serve` asks for keys also on an address of this machine alone. */
  readonly auth: Auth
  /** So many tenants have an open memory at most, unless more are in use at once. */
  readonly maxTenantsOpen: number
  /** Toolsets and names of single tools that the MCP server offers. */
  readonly toolsets: readonly string[]
  /** Names besides the loopback's by which `ww serve` may be addressed, and pages that may call it. */
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly logLevel: LogLevel
  readonly weights: Weights
  /** CON7; null never consolidates by itself. */
  readonly autoConsolidate: IdleSettings | null
  /** CON6; without one nothing is ever retired. */
  readonly retirement?: RetirementPolicy
  /** CON3; without one rules do its work. */
  readonly languageModel?: LanguageModelSettings
  /** GWT11: whether the language model listens to the workspace's broadcasts. */
  readonly workspaceModel: boolean
}

export type { Environment } from './data-dir.js'

/** Throws `validation_error` whose field is the variable that cannot be used, and whose message says what can. */
export function readConfiguration(
  env: Environment,
  cwd: string,
  platform: NodeJS.Platform,
  home: string,
): Configuration {
  const dataDir = readDataDir(env, cwd, platform, home)
  const { WW_DATABASE_URL: databaseUrl } = env
  if (env.WW_TENANT && !databaseUrl && !existsSync(dataDir)) {
    throw invalid('WW_TENANT', `WW_TENANT must be a tenant; "${env.WW_TENANT}" is none: "ww key list" shows them`)
  }
  const workTree = findWorkTree(cwd)
  return {
    dataDir,
    ...(databaseUrl ? { databaseUrl: readDatabaseUrl(databaseUrl, 'WW_DATABASE_URL') } : {}),
    tenant: readTenant(env),
    ...(env.WW_TENANT ? { isTenantNamed: true } : {}),
    namespace: env.WW_DATA_DIR || env.WW_TENANT ? findNamespace(dataDir) : usualNamespace,
    session: readSession(env.WW_SESSION_ID),
    project: readProject(env.WW_PROJECT, workTree),
    ...(workTree === undefined ? {} : { workTree }),
    rateLimit: readRateLimit(env.WW_RATE_LIMIT),
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
  // "*" asks for all projects where one is given, so no project can be called that.
  if (text.trim() !== '' && text !== '*' && !text.includes('\0')) return text
  throw invalid('WW_PROJECT', 'WW_PROJECT must be a name such as "owner/name"; unset it to use the git repository')
}

function readRateLimit(text: string | undefined): number {
  if (!text) return 100
  const limit = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit)) return limit
  throw invalid('WW_RATE_LIMIT', 'WW_RATE_LIMIT must be a whole number of calls a minute, such as 100; 0 is no limit')
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

/** Which of the names exist is for whoever knows the operations: they are not loaded to start the server. */
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
  const usual = { idle_seconds: 60, memories: 100, hours: 8 }
  const given = !text || text === '1' ? usual : numbersIn('WW_AUTO_CONSOLIDATE', text, bounds, usual)
  return { idleMs: given.idle_seconds * 1000, changes: given.memories, everyMs: given.hours * hourMs }
}

function readRetirement(text: string | undefined): { retirement?: RetirementPolicy } {
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
