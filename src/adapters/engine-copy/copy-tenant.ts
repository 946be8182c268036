import { createHash } from 'node:crypto'
import { WorldWeaverError } from '../../errors.js'
import { keyOf, type Row, type Table, tables } from './tables.js'
import type { TenantReader, TenantSource, TenantTarget } from './tenant-copy.js'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 of all rows in order; equal in source and target. */
  readonly digest: string
}

interface CopyOptions {
  readonly onProgress?: (done: number, total: number, what: string) => void
  /** Called when the copy is complete and compared, but not yet visible. May throw to cancel it. */
  readonly beforeFinish?: () => Promise<void>
}

/**
 * Copies table by table, then reads source and target and compares them. An interrupted copy continues after the last
 * key that it wrote. If the source has changed since, the comparison finds the changed tables and copies them again.
 */
export async function copyTenant(
  from: TenantSource,
  to: TenantTarget,
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
      if (!(await isSame(to, table, expected))) throw copyDiffers(table)
    }
    copied.push(expected)
  }
  await beforeFinish?.()
  await to.finish(await from.counters())
  return copied
}

/** Compares every row of every table. */
export async function isSameTenant(one: TenantReader, other: TenantReader): Promise<boolean> {
  for (const table of tables) {
    if ((await one.count(table)) !== (await other.count(table))) return false
  }
  for (const table of tables) {
    if (!(await isSame(other, table, await digestOf(one, table, () => undefined)))) return false
  }
  return true
}

async function copyRows(
  from: TenantSource,
  to: TenantTarget,
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

async function isSame(reader: TenantReader, table: Table, expected: CopiedTable): Promise<boolean> {
  const { rows, digest } = await digestOf(reader, table, () => undefined)
  return rows === expected.rows && digest === expected.digest
}

async function digestOf(reader: TenantReader, table: Table, onRows: (rows: number) => void): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let count = 0
  for (let after: Row | undefined; ; ) {
    const rows = await reader.read(table, after)
    if (rows.length === 0) return { table: table.name, rows: count, digest: hash.digest('hex') }
    for (const row of rows) hash.update(`${JSON.stringify(row.map(toJson))}\n`)
    count += rows.length
    onRows(rows.length)
    after = keyOf(table, rows[rows.length - 1])
  }
}

/** The engines return bytes in different classes, which JSON would render differently. */
const toJson = (value: Row[number]): string | number | null | { readonly bytes: string } =>
  value instanceof Uint8Array
    ? { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
    : value

const copyDiffers = (table: Table): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The copy of "${table.name}" differs from the original, also after a second attempt. The original is unchanged; the copy is not used`,
  )
