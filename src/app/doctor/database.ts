import { existsSync } from 'node:fs'
import { hasForeignLog } from '../../adapters/sqlite/connection/log-file.js'
import { type DatabaseInspection, inspectDatabase } from '../../adapters/sqlite/maintain/inspect-database.js'
import { messageOf } from '../../errors.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'
import { bytes, plural } from '../../surfaces/cli/quantities.js'

/** SQLite checkpoints the log long before this size; without long reads it stays below 64 MiB. */
const maxWalBytes = 256 * 1024 ** 2

/** Checks the file without writing to it. */
export function checkDatabase(path: string, model: string, isFull: boolean): Finding[] {
  if (hasForeignLog(path)) {
    const detail = existsSync(path)
      ? `the log beside ${path} belongs to another file: the database was replaced without its log`
      : `${path} is gone, but its log is still there`
    const mend =
      'Stop every program that uses it. "ww doctor --fix" sets the log aside; "ww restore <backup>" puts a backup in place.'
    return [{ check: 'database', status: 'problem', detail, mend }]
  }
  if (!existsSync(path)) return [{ check: 'database', status: 'ok', detail: 'none yet; the first memory makes it' }]
  let inspection: DatabaseInspection
  try {
    inspection = inspectDatabase(path, model, isFull)
  } catch (error) {
    const detail = `${path} cannot be read: ${messageOf(error)}`
    return [{ check: 'database', status: 'problem', detail, mend: restore(path) }]
  }
  return [
    checkSchema(path, inspection),
    checkIntegrity(path, inspection, isFull),
    checkLog(inspection),
    checkVectors(inspection, model),
  ]
}

const restore = (path: string): string =>
  `Stop every program that uses ${path} and run "ww doctor --fix": it repairs what can be repaired, after a backup.`

function checkSchema(path: string, { schema, newestSchema, memories, bytes: size }: DatabaseInspection): Finding {
  const check = 'database'
  if (schema > newestSchema) {
    return {
      check,
      status: 'problem',
      detail: `${path} has schema ${schema}, this version knows ${newestSchema}`,
      mend: 'A newer World Weaver wrote it: npm install -g world-weaver@latest',
    }
  }
  if (schema === 0) {
    const mend = `If it is not a database of World Weaver, move it away or choose another folder with WW_DATA_DIR.`
    return { check, status: 'warning', detail: `${path} is empty`, mend }
  }
  const held = `${plural(memories, 'memory', 'memories')}, ${bytes(size)}`
  if (schema === newestSchema) return { check, status: 'ok', detail: `${held}, schema ${schema}` }
  return { check, status: 'ok', detail: `${held}, schema ${schema}; the next start brings it to ${newestSchema}` }
}

function checkIntegrity(path: string, { faults }: DatabaseInspection, isFull: boolean): Finding {
  const check = 'integrity'
  if (faults.length > 0) return { check, status: 'problem', detail: faults.join('; '), mend: restore(path) }
  return {
    check,
    status: 'ok',
    detail: isFull ? 'every row, index and checksum is right' : 'sound (--full looks at indexes and checksums too)',
  }
}

function checkLog({ isWriteAheadLogged, walBytes }: DatabaseInspection): Finding {
  const check = 'write-ahead log'
  if (!isWriteAheadLogged) {
    const mend = 'Another tool changed it; the next start changes it back.'
    return { check, status: 'warning', detail: 'is off', mend }
  }
  const detail = walBytes === 0 ? 'on, empty' : `on, ${bytes(walBytes)}`
  if (walBytes <= maxWalBytes) return { check, status: 'ok', detail }
  return { check, status: 'warning', detail, mend: 'A program that reads for very long keeps it: restart your agents.' }
}

export function checkVectors(
  { memories, unembedded }: Pick<DatabaseInspection, 'memories' | 'unembedded'>,
  model: string,
): Finding {
  const check = 'vectors'
  if (unembedded === 0) return { check, status: 'ok', detail: `all of ${model}` }
  return {
    check,
    status: 'warning',
    detail: `${unembedded} of ${memories} memories have none of ${model} yet`,
    mend: 'A running server (an agent that is connected) makes them in the background.',
  }
}
