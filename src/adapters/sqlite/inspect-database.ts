import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Connection } from './connection.js'
import { findDamagedTexts, findDisagreements } from './derived-parts.js'
import { schemaVersion } from './migrate.js'
import { newestSchema } from './schema.js'

export interface DatabaseInspection {
  readonly schema: number
  /** What this version writes. */
  readonly newestSchema: number
  readonly isWriteAheadLogged: boolean
  readonly bytes: number
  readonly walBytes: number
  /** What SQLite finds wrong, in its words, and where parts disagree; empty when nothing is. */
  readonly faults: readonly string[]
  readonly memories: number
  /** Memories without a vector of the model. */
  readonly unembedded: number
}

/** Looks at a database without changing a byte of it or beside it. Throws where it cannot even be read. */
export function inspectDatabase(path: string, model: string, isFull: boolean): DatabaseInspection {
  const walBytes = bytesOf(`${path}-wal`)
  const first = inspectOnce(path, model, isFull, walBytes === 0)
  // Somebody may have begun to write while the file was held for unchanging; a closer look tells.
  const isSuspect = first instanceof Error || first.faults.length > 0
  const last = isSuspect && walBytes === 0 ? inspectOnce(path, model, isFull, bytesOf(`${path}-wal`) === 0) : first
  if (last instanceof Error) throw last
  return { ...last, bytes: bytesOf(path), walBytes, isWriteAheadLogged: readFormat(path) === walFormat }
}

type Inspected = Omit<DatabaseInspection, 'bytes' | 'walBytes' | 'isWriteAheadLogged'>

function inspectOnce(path: string, model: string, isFull: boolean, isUnchanging: boolean): Inspected | Error {
  let connection: Connection | undefined
  try {
    connection = openForReading(path, isUnchanging)
    return inspect(connection, model, isFull)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    connection?.close()
  }
}

/** Without a log beside it, SQLite would make one even to read: `immutable` keeps it from that. */
function openForReading(path: string, isUnchanging: boolean): Connection {
  const url = pathToFileURL(path)
  if (isUnchanging) url.search = '?immutable=1'
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
    faults: isComparable ? [...findDisagreements(connection), ...texts] : faults,
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
