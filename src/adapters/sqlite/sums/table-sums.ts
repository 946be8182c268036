import type { Connection } from '../connection/connection.js'
import type { SqlValue, Statements } from '../connection/statements.js'
import { addSums, hashRow, sumEnd } from './row-hash.js'
import { notedTables, partOf, type SummedTable, summedTable, summedTables } from './summed-tables.js'

type Deltas = Map<string, Map<number, number>>

/** An INSERT of whole rows into one of `notedTables`; only the row's number may be left to SQLite. */
interface Insert {
  readonly table: (typeof notedTables)[number]
  readonly columns: readonly string[]
  readonly sql: string
}

export const insertInto = (table: Insert['table'], columns: readonly string[]): Insert => ({
  table,
  columns,
  sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
})

function placeOf(column: string, { table, columns }: Insert): number {
  const place = columns.indexOf(column)
  if (place === -1) throw new Error(`${table} is inserted without ${column}`)
  return place
}

/** A text is read up to its first NUL, and half a surrogate pair as U+FFFD. */
const changedText = /\0|\p{Surrogate}/u

/** Whether the value that is given is read again; the driver makes a number next to an integer that integer. */
const isKeptAsGiven = (value: SqlValue): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) || value - Math.floor(value) >= Number.EPSILON
    : typeof value !== 'string' || !changedText.test(value)

/** Where the values of a summed row are among those inserted; -1 is the row's number. */
interface InsertedRow {
  readonly table: string
  readonly places: readonly number[]
  /** Places in the summed row; -1 where its parts are of no model. */
  readonly key: number
  readonly model: number
}

/**
 * Keeps the checksums of tables in step with their rows. Triggers of this connection call it for each row that is
 * added, changed or removed, by whichever statement; the sums are written once, at the end of the transaction.
 */
export class TableSums {
  readonly #connection: Connection
  #deltas: Deltas = new Map()
  #saved: Deltas = new Map()
  readonly #selects = new Map<string, ReturnType<Connection['prepare']>>()
  readonly #inserted = new Map<Insert, InsertedRow>()
  #upsert: ReturnType<Connection['prepare']> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
    // The driver keeps the function until the connection's last statement is collected: by holding that, it would keep
    // the files open for ever.
    const own = new WeakRef(this)
    connection.function(
      'ww_sum',
      { varargs: true },
      (sign: number, table: string, part: number, ...values: unknown[]) => {
        const sums = own.deref()
        if (sums !== undefined) sums.#add(table, part, sign * hashRow(values))
        return null
      },
    )
    // Else a row that REPLACE removes would not be taken from the sums.
    connection.exec('PRAGMA recursive_triggers = ON')
    connection.exec(summedTables(connection).map(triggers).join('\n'))
  }

  /** Begins a batch that can be rolled back. */
  savepoint(): void {
    this.#saved = copied(this.#deltas)
  }

  rollBack(): void {
    this.#deltas = copied(this.#saved)
  }

  /** Call it after an INSERT into one of `notedTables`, which have no trigger for it. */
  noteAdded(table: (typeof notedTables)[number], where: string, values: readonly (number | string)[]): void {
    let select = this.#selects.get(table + where)
    if (select === undefined) {
      const { columns, part } = summedTable(this.#connection, table)
      select = this.#connection.prepare(`SELECT ${part()}, ${columns.join(', ')} FROM ${table} WHERE ${where}`)
      select.setReturnArrays(true)
      this.#selects.set(table + where, select)
    }
    for (const [part, ...row] of select.all(...values) as unknown as unknown[][]) {
      this.#add(table, part as number, hashRow(row))
    }
  }

  /** The same for one row, by what was inserted where SQLite keeps it so: reading it takes longer than the checksum. */
  noteInserted(insert: Insert, values: readonly SqlValue[], rowid: number): void {
    if (!values.every(isKeptAsGiven)) {
      this.noteAdded(insert.table, 'rowid = ?', [rowid])
      return
    }
    const { table, places, key, model } = this.#insertedRow(insert)
    const row = places.map((place) => (place === -1 ? rowid : values[place]))
    this.#add(table, partOf(row[key] as number, model === -1 ? 0 : (row[model] as number)), hashRow(row))
  }

  #insertedRow(insert: Insert): InsertedRow {
    let row = this.#inserted.get(insert)
    if (row === undefined) {
      const { columns, key, isByModel } = summedTable(this.#connection, insert.table)
      row = {
        table: insert.table,
        places: columns.map((column) => (column === key ? insert.columns.indexOf(column) : placeOf(column, insert))),
        key: columns.indexOf(key ?? ''),
        model: isByModel ? columns.indexOf('model') : -1,
      }
      this.#inserted.set(insert, row)
    }
    return row
  }

  discard(): void {
    this.#deltas.clear()
  }

  /** Call it within the transaction. */
  flush(): void {
    if (this.#deltas.size === 0) return
    this.#upsert ??= this.#connection.prepare(upsert)
    for (const [table, parts] of this.#deltas) {
      for (const [part, delta] of parts) {
        if (delta !== 0)
          this.#upsert.run(table, part, delta, addSums(seal(table, part), -delta), sumEnd - 1, sumEnd - delta)
      }
    }
    this.#deltas.clear()
  }

  #add(table: string, part: number, delta: number): void {
    let parts = this.#deltas.get(table)
    if (parts === undefined) {
      parts = new Map()
      this.#deltas.set(table, parts)
    }
    parts.set(part, addSums(parts.get(part) ?? 0, delta))
  }
}

/** `twin` and `sum` add up to the seal of their row, which tells a spoilt sum from spoilt rows. */
const upsert = `INSERT INTO sums VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET sum = (sum + ?3) & ?5, twin = (twin + ?6) & ?5`

export const seal = (table: string, part: number): number => hashRow([table, part])

const copied = (from: Deltas): Deltas => new Map([...from].map(([table, parts]) => [table, new Map(parts)]))

function triggers({ name, columns, part }: SummedTable): string {
  const values = (prefix: string) => columns.map((column) => `${prefix}${column}`).join(', ')
  const note = (sign: 1 | -1, prefix: string) =>
    `SELECT ww_sum(${sign}, '${name}', ${part(prefix)}, ${values(prefix)});`
  const added = note(1, 'NEW.')
  const removed = note(-1, 'OLD.')
  const isNoted = (notedTables as readonly string[]).includes(name)
  const add = `CREATE TEMP TRIGGER ww_add_${name} AFTER INSERT ON main.${name} BEGIN ${added} END;`
  return `
${isNoted ? '' : add}
CREATE TEMP TRIGGER ww_change_${name} AFTER UPDATE OF ${columns.join(', ')} ON main.${name} BEGIN ${removed} ${added} END;
CREATE TEMP TRIGGER ww_remove_${name} AFTER DELETE ON main.${name} BEGIN ${removed} END;`
}

const tracked = new WeakMap<Connection, TableSums>()

/** The sums of this connection; undefined while the file has none, as before its schema is made. */
export function sumsOf(connection: Connection): TableSums | undefined {
  const known = tracked.get(connection)
  if (known !== undefined || !hasSums(connection)) return known
  const sums = new TableSums(connection)
  tracked.set(connection, sums)
  return sums
}

export const hasSums = (connection: Connection): boolean =>
  connection.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = 'sums'").get() !== undefined

/** For the statements of a writer: notes the rows of an INSERT into one of `notedTables`. */
export function noteAdded(
  { connection }: Statements,
  table: (typeof notedTables)[number],
  where: string,
  ...values: readonly (number | string)[]
): void {
  sumsOf(connection)?.noteAdded(table, where, values)
}

/** Inserts a row with its checksum, and returns the row's number. */
export function insertSummed(sql: Statements, insert: Insert, ...values: readonly SqlValue[]): number {
  const rowid = sql.run(insert.sql, ...values)
  sumsOf(sql.connection)?.noteInserted(insert, values, rowid)
  return rowid
}
