import { existsSync } from 'node:fs'
import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { mendDatabase } from '../../adapters/sqlite/mend-database.js'
import type { DoctorOptions, DoctorReport } from '../../surfaces/cli/rendering/doctor.js'
import type { GlobalOptions } from '../../surfaces/cli/surface.js'
import type { Environment } from '../configuration.js'
import { databasePath } from '../data-dir.js'
import { withTemporaryStore } from '../temporary-store.js'
import { version } from '../version.js'
import { checkDatabase } from './database.js'
import { checkKernel, checkModel } from './parts.js'
import { checkPostgres } from './postgres.js'
import { describeSettings, readSettings } from './settings.js'
import { checkDataDirectory, checkDisk, checkNode } from './surroundings.js'
import { checkDurability, checkMcp, checkRoundTrip } from './trials.js'
import { readUsage } from './usage.js'

/**
 * `ww doctor`: looks at everything and, unless it is to mend, changes nothing; what must be tried is tried in a
 * temporary store.
 */
export async function examine(
  env: Environment,
  options: GlobalOptions,
  { full = false, fix = false, dryRun = false, restore = false }: DoctorOptions,
): Promise<DoctorReport> {
  const { configuration, findings: unusable } = readSettings(env)
  const { dataDir, databaseUrl, tenant } = configuration
  const model = createStaticEmbedder().identity
  const trials = await withTemporaryStore(async (folder) => {
    const roundTrip = await checkRoundTrip(configuration, folder)
    return [checkDurability(folder), roundTrip, await checkMcp(folder)]
  })
  const path = databasePath(configuration)
  const mending =
    fix && databaseUrl === undefined && existsSync(path)
      ? mendDatabase(path, { isDryRun: dryRun, restores: restore })
      : undefined
  const findings = [
    ...unusable,
    checkNode(),
    checkDataDirectory(dataDir),
    checkDisk(dataDir),
    ...(databaseUrl === undefined ? checkDatabase(path, model, full) : await checkPostgres(databaseUrl, tenant, model)),
    checkModel(),
    checkKernel(),
    ...trials,
  ]
  return {
    healthy: findings.every(({ status }) => status !== 'problem') && (mending?.left.length ?? 0) === 0,
    version,
    findings,
    ...(mending === undefined ? {} : { mending }),
    usage: readUsage(path, env),
    configuration: describeSettings(configuration, env, options),
  }
}
