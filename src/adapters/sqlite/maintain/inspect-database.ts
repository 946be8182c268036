import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Connection } from '../connection/connection.js'
import { schemaVersion } from '../schema/migrate.js'
import { newestSchema } from '../schema/schema.js'
import { checkWhole } from '../sums/check-steps.js'
import { describeCheck } from '../sums/describe-check.js'
import { findDamagedTexts, findInconsistencies } from './derived-data.js'

export interface DatabaseInspection {
  readonly schema: number
  /** The schema that this version writes. */
  readonly newestSchema: number
  readonly isWriteAheadLogged: boolean
  readonly bytes: number
  readonly walBytes: number
  /** Errors that SQLite reports, and inconsistencies of derived data. */
  readonly faults: readonly string[]
  readonly memories: number
  /** Number of memories without a vector of the model. */
  readonly unembedded: number
}

/** Inspects a database without changing any file. Throws if it cannot be read at all. */
export function inspectDatabase(path: string, model: string, isFull: boolean): DatabaseInspection {
  const walBytes = bytesOf(`${path}-wal`)
  const first = inspectOnce(path, model, isFull, walBytes === 0)
  // Another process may have started to write while the file was read as immutable, so a fault is checked once more.
  const isSuspect = first instanceof Error || first.faults.length > 0
  const last = isSuspect && walBytes === 0 ? inspectOnce(path, model, isFull, bytesOf(`${path}-wal`) === 0) : first
  if (last instanceof Error) throw last
  return { ...last, bytes: bytesOf(path), walBytes, isWriteAheadLogged: readFormat(path) === walFormat }
}

type Inspected = Omit<DatabaseInspection, 'bytes' | 'walBytes' | 'isWriteAheadLogged'>

function inspectOnce(path: string, model: string, isFull: boolean, isImmutable: boolean): Inspected | Error {
  let connection: Connection | undefined
  try {
    connection = openForReading(path, isImmutable)
    return inspect(connection, model, isFull)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    connection?.close()
  }
}

/** `immutable` keeps SQLite from creating a log file just to read. */
function openForReading(path: string, isImmutable: boolean): Connection {
  const url = pathToFileURL(path)
  if (isImmutable) url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true, timeout: 2_000 })
}

function inspect(connection: Connection, model: string, isFull: boolean): Inspected {
  const schema = schemaVersion(connection)
  const check = isFull ? 'integrity_check' : 'quick_check'
  const found = connection.prepare(`PRAGMA ${check}(5)`).all() as Record<string, string>[]
  const faults = found.map((row) => Object.values(row)[0]).filter((text) => text !== 'ok')
  const count = (sql: string, ...args: string[]) => (connection.prepare(sql).get(...args) as { n: number }).n
  const isKnown = schema > 0 && schema <= newestSchema
  const isComparable = isFull && faults.length === 0 && schema === newestSchema
  const texts = isComparable ? findDamagedTexts(connection).map((id) => `the text of ${id} is damaged`) : []
  return {
    schema,
    newestSchema,
    faults: isComparable
      ? [...findInconsistencies(connection), ...describeCheck(checkWhole(connection)), ...texts]
      : faults,
    memories: isKnown ? count('SELECT count(*) AS n FROM memories') : 0,
    unembedded: isKnown
      ? count(
          `SELECT count(*) AS n FROM memories WHERE row NOT IN (
             SELECT row FROM vectors JOIN models ON models.id = model WHERE identity = ?)`,
          model,
        )
      : 0,
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** https://www.sqlite.org/fileformat.html: byte 18 is the write version. */
const walFormat = 2

function readFormat(path: string): number | undefined {
  const header = new Uint8Array(20)
  const file = openSync(path, 'r')
  try {
    return readSync(file, header) < header.length ? undefined : header[18]
  } finally {
    closeSync(file)
  }
}
