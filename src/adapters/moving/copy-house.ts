import { createHash } from 'node:crypto'
import { WorldWeaverError } from '../../errors.js'
import type { NewHouse, OldHouse, ReadableHouse } from './house.js'
import { keyOf, type Row, type Table, tables } from './tables.js'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 of all of its rows, in order; the same on both sides. */
  readonly digest: string
}

interface CopyOptions {
  readonly onProgress?: (done: number, total: number, what: string) => void
  /** The last moment to say no: everything is there and compared, and nobody sees it yet. */
  readonly beforeFinish?: () => Promise<void>
}

/**
 * Copies table by table, then reads both sides and compares them. Where an earlier copy was interrupted it goes on
 * behind the last key that it had written; should the source have changed in between, the comparison finds the tables
 * that it changed, and those are copied anew.
 */
export async function copyHouse(
  from: OldHouse,
  to: NewHouse,
  { onProgress, beforeFinish }: CopyOptions = {},
): Promise<readonly CopiedTable[]> {
  const counts = new Map<Table, number>()
  for (const table of tables) counts.set(table, await from.count(table))
  // Each row is copied once and compared once.
  const total = 2 * [...counts.values()].reduce((sum, count) => sum + count, 0)
  let done = 0
  const step = (table: Table) => (rows: number) => {
    done += rows
    onProgress?.(Math.min(done, total), total, table.name)
  }
  for (const table of tables) {
    step(table)(await to.count(table))
    await copyRows(from, to, table, await to.lastKey(table), step(table))
  }
  const copied: CopiedTable[] = []
  for (const table of tables) {
    const expected = await digestOf(from, table, step(table))
    if (!(await isSame(to, table, expected))) {
      await to.empty(table)
      await copyRows(from, to, table, undefined, () => undefined)
      if (!(await isSame(to, table, expected))) throw differs(table)
    }
    copied.push(expected)
  }
  await beforeFinish?.()
  await to.finish(await from.counters())
  return copied
}

/** Every row of every table. */
export async function isSameHouse(one: ReadableHouse, other: ReadableHouse): Promise<boolean> {
  for (const table of tables) {
    if ((await one.count(table)) !== (await other.count(table))) return false
  }
  for (const table of tables) {
    if (!(await isSame(other, table, await digestOf(one, table, () => undefined)))) return false
  }
  return true
}

async function copyRows(
  from: OldHouse,
  to: NewHouse,
  table: Table,
  last: Row | undefined,
  onRows: (rows: number) => void,
): Promise<void> {
  for (let after = last; ; ) {
    const rows = await from.read(table, after)
    if (rows.length === 0) return
    await to.write(table, rows)
    onRows(rows.length)
    after = keyOf(table, rows[rows.length - 1])
  }
}

async function isSame(house: ReadableHouse, table: Table, expected: CopiedTable): Promise<boolean> {
  const { rows, digest } = await digestOf(house, table, () => undefined)
  return rows === expected.rows && digest === expected.digest
}

async function digestOf(house: ReadableHouse, table: Table, onRows: (rows: number) => void): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let count = 0
  for (let after: Row | undefined; ; ) {
    const rows = await house.read(table, after)
    if (rows.length === 0) return { table: table.name, rows: count, digest: hash.digest('hex') }
    for (const row of rows) hash.update(`${JSON.stringify(row.map(plain))}\n`)
    count += rows.length
    onRows(rows.length)
    after = keyOf(table, rows[rows.length - 1])
  }
}

/** Bytes may come in any class that holds them. */
const plain = (value: Row[number]): string | number | null | { readonly bytes: string } =>
  value instanceof Uint8Array
    ? { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
    : value

const differs = (table: Table): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The copy of "${table.name}" is not the same as the original, twice. The original is as it was; the copy is not used`,
  )
