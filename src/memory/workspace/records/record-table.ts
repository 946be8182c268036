import { calledOf } from './called.js'
import { Column } from './column.js'
import { addToTally, createTally, type FieldSummary, type FieldTally, summariseFields } from './fields.js'
import { type ParsedRecord, type RecordField, readValue, type StructuredRecord } from './record.js'

/**
 * The key of the hidden column for labels, the words before the fields: "Sale 17: …" is a sale. No user field can have
 * this key, and summaries leave it out.
 */
export const labelKey = '(label)'

/** The key of the hidden column for the nouns by which a record may be called, separated by line breaks. */
export const calledKey = '(called)'

const isHidden = (key: string): boolean => key === labelKey || key === calledKey

/** The fields that records have in common. */
export interface Shape {
  readonly keys: readonly string[]
  /** How many records of the table have it. */
  uses: number
}

interface Row {
  readonly memoryId: string
  readonly ordinal: number
  readonly scope: string
  readonly label: string | null
  readonly shape: Shape
  /** In the user's order, the label last: the name of the field and the place of its value. */
  readonly cells: readonly { readonly name: string; readonly column: Column; readonly code: number }[]
}

/** The rows of a table that a question may see; valid until the table changes. */
export interface RecordSet {
  readonly table: RecordTable
  readonly rows: readonly number[]
  /** The fields of these rows, most common first. */
  readonly fields: readonly FieldSummary[]
}

/**
 * GWT7: the records of the store as a table that is maintained on write, so that questions parse no text.
 * Answers are in the order of ids, so they do not depend on the order in which memories were added and removed.
 */
export class RecordTable {
  readonly #columns = new Map<string, Column>()
  readonly #rows: (Row | undefined)[] = []
  readonly #rowsOfMemory = new Map<string, readonly number[]>()
  readonly #free: number[] = []
  readonly #scopes = new Map<string, number>()
  readonly #shapes = new Map<string, Shape>()
  /** By the visible scopes; cleared by every change. */
  readonly #selections = new Map<string, RecordSet>()

  /** The number of records. */
  get size(): number {
    return this.#rows.length - this.#free.length
  }

  /** Replaces the memory's records. `scope` is an opaque text of the caller that decides who may see them. */
  put(memoryId: string, scope: string, records: readonly ParsedRecord[]): void {
    this.delete(memoryId)
    if (records.length === 0) return
    const rows = records.map((record, ordinal) => {
      const { label, fields } = record
      const row = this.#free.pop() ?? this.#rows.length
      const cells = [...fields, ...labelField(label), ...calledField(record)].map((field) => {
        const column = this.#columnFor(field)
        return { name: field.name, column, code: column.set(row, field) }
      })
      const shape = this.#shapeOf(fields)
      this.#rows[row] = { memoryId, ordinal, scope, label, shape, cells }
      return row
    })
    this.#rowsOfMemory.set(memoryId, rows)
    this.#countScope(scope, rows.length)
  }

  delete(memoryId: string): void {
    this.#selections.clear()
    for (const row of this.#rowsOfMemory.get(memoryId) ?? []) {
      const { cells, scope, shape } = this.#row(row)
      for (const { name, column } of cells) {
        column.clear(row, name)
        if (column.tally.count === 0) this.#columns.delete(column.key)
      }
      shape.uses--
      if (shape.uses === 0) this.#shapes.delete(signatureOf(shape.keys))
      this.#rows[row] = undefined
      this.#free.push(row)
      this.#countScope(scope, -1)
    }
    this.#rowsOfMemory.delete(memoryId)
  }

  /** The records of the visible scopes. */
  select(isVisible: (scope: string) => boolean = () => true): RecordSet {
    const visible = new Set([...this.#scopes.keys()].filter(isVisible))
    const signature = JSON.stringify([...visible].sort())
    let selection = this.#selections.get(signature)
    if (selection === undefined) {
      const rows: number[] = []
      for (const [row, stored] of this.#rows.entries()) {
        if (stored !== undefined && visible.has(stored.scope)) rows.push(row)
      }
      selection = { table: this, rows, fields: this.#fields(rows) }
      this.#selections.set(signature, selection)
    }
    return selection
  }

  column(key: string): Column | undefined {
    return this.#columns.get(key)
  }

  columns(): Iterable<Column> {
    return this.#columns.values()
  }

  record(row: number): StructuredRecord {
    const { memoryId, ordinal, label, cells } = this.#row(row)
    const fields = cells.flatMap(({ name, column, code }): readonly RecordField[] => {
      if (isHidden(column.key)) return []
      const number = column.numbers[code]
      const { key } = column
      const text = column.texts[code]
      return [{ name, key, text, valueKey: column.valueKeys[code], number: Number.isNaN(number) ? null : number }]
    })
    return { memoryId, ordinal, label, fields }
  }

  /** The first `maxRecords` records of these memories. */
  recordsOf(memoryIds: readonly string[], maxRecords: number): readonly StructuredRecord[] {
    const rows: number[] = []
    for (const id of new Set(memoryIds)) {
      rows.push(...(this.#rowsOfMemory.get(id) ?? []).slice(0, maxRecords - rows.length))
      if (rows.length === maxRecords) break
    }
    return rows.map((row) => this.record(row))
  }

  /** The memory and position of a row, without its fields. */
  place(row: number): { readonly memoryId: string; readonly ordinal: number } {
    return this.#row(row)
  }

  shape(row: number): Shape {
    return this.#row(row).shape
  }

  /** The same records without some of the rows. */
  narrow(rows: readonly number[]): RecordSet {
    return { table: this, rows, fields: this.#fields(rows) }
  }

  #shapeOf(fields: readonly RecordField[]): Shape {
    const keys = fields.map(({ key }) => key).sort()
    const signature = signatureOf(keys)
    let shape = this.#shapes.get(signature)
    if (shape === undefined) {
      shape = { keys, uses: 0 }
      this.#shapes.set(signature, shape)
    }
    shape.uses++
    return shape
  }

  #fields(rows: readonly number[]): readonly FieldSummary[] {
    if (rows.length === this.size) {
      const columns = [...this.#columns.values()].filter(({ key }) => !isHidden(key))
      return summariseFields(columns.map(({ key, tally }) => [key, tally]))
    }
    const tallies = new Map<string, FieldTally>()
    for (const row of rows) {
      for (const { name, column, code } of this.#row(row).cells) {
        if (isHidden(column.key)) continue
        let tally = tallies.get(column.key)
        if (tally === undefined) {
          tally = createTally()
          tallies.set(column.key, tally)
        }
        addToTally(tally, name, !Number.isNaN(column.amounts[code]), 1)
      }
    }
    return summariseFields(tallies)
  }

  #countScope(scope: string, change: number): void {
    const count = (this.#scopes.get(scope) ?? 0) + change
    if (count === 0) this.#scopes.delete(scope)
    else this.#scopes.set(scope, count)
  }

  #columnFor({ key }: RecordField): Column {
    let column = this.#columns.get(key)
    if (column === undefined) {
      column = new Column(key)
      this.#columns.set(key, column)
    }
    return column
  }

  #row(row: number): Row {
    const found = this.#rows[row]
    if (found === undefined) throw new RangeError(`row ${row} was deleted`)
    return found
  }
}

const signatureOf = (keys: readonly string[]): string => keys.join('\n')

function calledField(record: ParsedRecord): readonly RecordField[] {
  const text = calledOf(record).join('\n')
  return text === '' ? [] : [{ name: calledKey, key: calledKey, text, valueKey: text, number: null }]
}

/** Without its numbers: "Sale 17" and "Sale #18" are sales. */
function labelField(label: string | null): readonly RecordField[] {
  const text = label?.replace(/[#\d.]+/gu, '').trim() ?? ''
  return text === '' ? [] : [{ name: labelKey, key: labelKey, text, ...readValue(text) }]
}
