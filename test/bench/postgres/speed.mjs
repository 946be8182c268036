import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { progress } from '../report.mjs'
import { episodes } from '../speed/texts.mjs'
import { makeBareTable } from './bare-table.mjs'
import { measureRecall } from './measure-recall.mjs'
import { measureWrites } from './measure-writes.mjs'
import { onServer } from './server.mjs'

const run = promisify(execFile)

/** Everything that is measured at one size, in a tenant of that name: filled unless it is already. */
export async function measureOnPostgres(url, size, { sentences, data, queries }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ww-speed-'))
  const tenant = `speed-${size}`
  const say = (what) => progress(`${size.toLocaleString('en')} memories on PostgreSQL: ${what}`)
  try {
    say('importing')
    const before = await countMemories(url, tenant)
    const built = before >= size ? undefined : await fill(url, { dataDir, size, data, tenant })
    const bytes = before > 0 ? undefined : await sizeOf(url)
    say('making the bare table')
    await makeBareTable(url, { size, tenant, dimensions: createStaticEmbedder().dimensions })
    say('recalling')
    const recall = await measureRecall(url, { size, tenant, dataDir, queries })
    say('writing')
    const writes = await measureWrites(url, { size, tenant, dataDir, memories: episodes(sentences, 3) })
    return { size, built: before > 0 ? undefined : built, bytes, recall, writes }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(url, { dataDir, size, data, tenant }) {
  const path = fileURLToPath(new URL('../speed/build-store.mjs', import.meta.url))
  const args = [path, dataDir, String(size), data ?? '', url, tenant]
  return JSON.parse((await run(process.execPath, args, { maxBuffer: 1e8 })).stdout)
}

async function countMemories(url, tenant) {
  return onServer(url, async (server) => {
    const { rows: there } = await server.query(`SELECT to_regclass('totals') IS NOT NULL AS made`)
    if (!there[0].made) return 0
    const { rows } = await server.query(
      'SELECT documents FROM totals JOIN tenants USING (tenant_id) WHERE tenants.name = $1',
      [tenant],
    )
    return Number(rows[0]?.documents ?? 0)
  })
}

const sizeOf = (url) =>
  onServer(url, async (server) => {
    const { rows } = await server.query('SELECT pg_database_size(current_database()) AS bytes')
    return Number(rows[0].bytes)
  })
