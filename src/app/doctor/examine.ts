import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import type { DoctorReport } from '../../surfaces/cli/rendering/doctor.js'
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

/** `ww doctor`: looks at everything and changes nothing; what must be tried is tried in a temporary store. */
export async function examine(env: Environment, options: GlobalOptions, isFull: boolean): Promise<DoctorReport> {
  const { configuration, findings: unusable } = readSettings(env)
  const { dataDir, databaseUrl, tenant } = configuration
  const model = createStaticEmbedder().identity
  const trials = await withTemporaryStore(async (folder) => {
    const roundTrip = await checkRoundTrip(configuration, folder)
    return [checkDurability(folder), roundTrip, await checkMcp(folder)]
  })
  const findings = [
    ...unusable,
    checkNode(),
    checkDataDirectory(dataDir),
    checkDisk(dataDir),
    ...(databaseUrl === undefined
      ? checkDatabase(databasePath(configuration), model, isFull)
      : await checkPostgres(databaseUrl, tenant, model)),
    checkModel(),
    checkKernel(),
    ...trials,
  ]
  return {
    healthy: findings.every(({ status }) => status !== 'problem'),
    version,
    findings,
    usage: readUsage(databasePath(configuration), env),
    configuration: describeSettings(configuration, env, options),
  }
}
