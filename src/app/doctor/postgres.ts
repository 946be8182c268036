import { inspectPostgres, type PostgresInspection } from '../../adapters/postgres/maintain/inspect-postgres.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'
import { bytes, plural } from '../../surfaces/cli/quantities.js'
import { describeDatabase } from '../configuration/database-url.js'
import { checkVectors } from './database.js'

/** Checks the database without writing to it. */
export async function checkPostgres(url: string, tenant: string, model: string): Promise<Finding[]> {
  const place = describeDatabase(url)
  let inspection: PostgresInspection
  try {
    inspection = await inspectPostgres(url, tenant, model)
  } catch (error) {
    const detail = `${place}: ${reasonOf(error)}`
    const mend = 'Start the server, or correct WW_DATABASE_URL: postgres://user:password@host:5432/name'
    return [{ check: 'database', status: 'problem', detail, mend }]
  }
  return [
    checkSchema(place, inspection),
    checkPgvector(inspection),
    checkSettings(inspection),
    checkDataChecksums(inspection),
    checkVectors(inspection, model),
  ]
}

/** An error about several addresses (`AggregateError`) has a code, but no message. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function checkSchema(place: string, inspection: PostgresInspection): Finding {
  const { server, schema, newestSchema, memories, bytes: size } = inspection
  const check = 'database'
  const held = `PostgreSQL ${server} at ${place}, ${plural(memories, 'memory', 'memories')}, ${bytes(size)} in all`
  if (schema > newestSchema) {
    const detail = `${place} has schema ${schema}, this version knows ${newestSchema}`
    return {
      check,
      status: 'problem',
      detail,
      mend: 'A newer World Weaver wrote it: npm install -g world-weaver@latest',
    }
  }
  if (schema === newestSchema) return { check, status: 'ok', detail: `${held}, schema ${schema}` }
  const detail = `${held}, schema ${schema}; "ww migrate", or the next start, brings it to ${newestSchema}`
  return { check, status: 'ok', detail }
}

/** Vector search within a tenant needs its iterative scans. */
const minPgvector = [0, 8] as const

export function checkPgvector({ pgvector, schema }: Pick<PostgresInspection, 'pgvector' | 'schema'>): Finding {
  const check = 'pgvector'
  if (pgvector !== undefined && pgvector !== null) {
    if (isAtLeast(pgvector, minPgvector)) return { check, status: 'ok', detail: pgvector }
    const mend = `Install pgvector ${minPgvector.join('.')} or newer on the server, then: ALTER EXTENSION vector UPDATE`
    return { check, status: 'problem', detail: `${pgvector} is too old`, mend }
  }
  if (pgvector === null && schema === 0) return { check, status: 'ok', detail: 'can be had; "ww migrate" takes it' }
  const mend = 'Install pgvector 0.8 or newer on the server: https://github.com/pgvector/pgvector'
  return { check, status: 'problem', detail: 'is missing', mend }
}

function isAtLeast(version: string, [minMajor, minMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > minMajor || (major === minMajor && minor >= minMinor)
}

function checkSettings({ isDurable, settings }: PostgresInspection): Finding {
  const check = 'server durability'
  if (isDurable) return { check, status: 'ok', detail: `every answered write is on the server's disk (${settings})` }
  const detail = `a power cut may lose answered writes, or the database (${settings})`
  return { check, status: 'warning', detail, mend: 'Turn them on in postgresql.conf.' }
}

/** Most servers run without them, so this is no warning; the server's own check is the only one of its pages. */
function checkDataChecksums({ hasDataChecksums }: Pick<PostgresInspection, 'hasDataChecksums'>): Finding {
  const check = 'data checksums'
  const detail = hasDataChecksums
    ? 'on: the server refuses a page that its disk has changed'
    : 'off: the server does not notice a page that its disk has changed (pg_checksums --enable, with the server stopped)'
  return { check, status: 'ok', detail }
}
