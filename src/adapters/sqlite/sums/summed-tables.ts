import type { Connection } from '../connection/connection.js'

/** A table whose rows have checksums: each part of it has one, the sum of those of its rows. */
export interface SummedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The column by which rows belong to parts; undefined where the whole table is one part. */
  readonly key: string | undefined
  readonly isByModel: boolean
  /** SQL for the part of a row; `prefix` is empty, or `NEW.` in a trigger. */
  part(prefix?: string): string
}

/** Rows of a part; a segment's run is a whole number of parts. */
export const partRows = 64
/** Vectors of each model have parts of their own: whoever reads one model reads whole parts. */
export const partsOfModel = 2 ** 32

/** Without checksums: what the memories tell (`derived-steps.ts` compares them), and what is worth nothing after a minute. */
const unsummed = new Set(['sums', 'labels', 'scenes', 'totals', 'languages', 'leases'])
const isUnsummed = (name: string): boolean =>
  unsummed.has(name) || name.startsWith('sqlite_') || name === 'postings' || name.startsWith('postings_')

/**
 * Whoever adds a memory notes its rows with `noteAdded`: a trigger would make SQLite open a savepoint for each row, at
 * which the full-text index writes its buffer (an import would take twice as long).
 */
export const notedTables = ['memories', 'strengths', 'vectors', 'answers', 'structures', 'terms', 'changes'] as const

/** Columns that have a checksum of their own, or that the memories tell. */
const unsummedColumns: Readonly<Record<string, readonly string[]>> = {
  memories: ['text', 'digest'],
  terms: ['documents'],
}

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly pk: number
}

/** All tables of the file but a few, with all their columns: a new one has checksums without being named anywhere. */
export function summedTables(connection: Connection): SummedTable[] {
  const names = connection
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name")
    .all() as unknown as { name: string }[]
  return names.filter(({ name }) => !isUnsummed(name)).map(({ name }) => describe(connection, name))
}

export const summedTable = (connection: Connection, name: string): SummedTable => describe(connection, name)

function describe(connection: Connection, name: string): SummedTable {
  const found = connection.prepare(`PRAGMA main.table_info(${name})`).all() as unknown as ColumnInfo[]
  const left = unsummedColumns[name] ?? []
  const keys = found.filter(({ pk, type }) => pk > 0 && type === 'INTEGER').map((column) => column.name)
  const key = ['row', 'first'].find((each) => keys.includes(each)) ?? (found.some(hasTextKey) ? undefined : keys[0])
  const isByModel = keys.includes('model') && key !== undefined
  return {
    name,
    columns: found.map((column) => column.name).filter((column) => !left.includes(column)),
    key,
    isByModel,
    part: (prefix = '') =>
      key === undefined
        ? '0'
        : `${isByModel ? `${prefix}model * ${partsOfModel} + ` : ''}((${prefix}${key} - 1) / ${partRows})`,
  }
}

const hasTextKey = ({ pk, type }: ColumnInfo): boolean => pk > 0 && type === 'TEXT'

export const partOf = (key: number, model = 0): number => model * partsOfModel + Math.floor((key - 1) / partRows)
