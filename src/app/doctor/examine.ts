import { existsSync } from 'node:fs'
import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { hasForeignLog } from '../../adapters/sqlite/connection/log-file.js'
import { repairDatabase } from '../../adapters/sqlite/maintain/repair-database.js'
import type { DoctorOptions, DoctorReport } from '../../surfaces/cli/doctor-report.js'
import type { GlobalOptions } from '../../surfaces/cli/surface.js'
import { withTemporaryStore } from '../cli/temporary-store.js'
import type { Environment } from '../configuration/configuration.js'
import { databasePath } from '../configuration/data-dir.js'
import { version } from '../configuration/version.js'
import type { ConnectionSettings } from '../connect/client-parts.js'
import { stopHelper } from '../hook/helper/stop-helper.js'
import { checkClients } from './clients.js'
import { checkDatabase } from './database.js'
import { checkKernel, checkModel } from './parts.js'
import { checkPostgres } from './postgres.js'
import { describeSettings, readSettings } from './settings.js'
import { checkDataDirectory, checkDisk, checkNode } from './surroundings.js'
import { checkDurability, checkMcp, checkRoundTrip } from './trials.js'
import { readUsage } from './usage.js'

/**
 * `ww doctor`: checks everything, and changes nothing without `--fix`. Trials that write use a temporary store.
 */
export async function examine(
  env: Environment,
  options: GlobalOptions,
  { full = false, fix = false, dryRun = false, restore = false }: DoctorOptions,
  here: Pick<ConnectionSettings, 'machine' | 'installation'> & { readonly folder: string },
): Promise<DoctorReport> {
  const { configuration, findings: unusable } = readSettings(env)
  const { dataDir, databaseUrl, tenant } = configuration
  const model = createStaticEmbedder().identity
  const trials = await withTemporaryStore(async (folder) => {
    const roundTrip = await checkRoundTrip(configuration, folder)
    return [checkDurability(folder), roundTrip, await checkMcp(folder)]
  })
  const path = databasePath(configuration)
  if (fix && !dryRun) await stopHelper(dataDir)
  const mending =
    fix && databaseUrl === undefined && (existsSync(path) || hasForeignLog(path))
      ? repairDatabase(path, { isDryRun: dryRun, restores: restore })
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
    ...(await checkClients({ ...here, dataDir }, here.folder)),
  ]
  return {
    healthy: findings.every(({ status }) => status !== 'problem') && (mending?.left.length ?? 0) === 0,
    version,
    findings,
    ...(mending === undefined ? {} : { mending }),
    usage: await readUsage(configuration, env),
    configuration: describeSettings(configuration, env, options),
  }
}
