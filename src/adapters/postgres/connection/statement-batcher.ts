import { type Prepared, prepared, type SqlValue } from './sql.js'

/** A write to one table that may run in any order with writes to other tables. */
export interface TableWrite extends Prepared {
  readonly table: string
}

interface Part {
  readonly write: TableWrite
  readonly values: readonly SqlValue[]
}

/** Combined statements, by the names of their parts. */
const composed = new Map<string, Prepared>()

/** Combines writes to different tables into one statement, which saves its fixed cost (`npm run bench:speed`). */
export class StatementBatcher {
  #parts: Part[] = []

  /** False if a write to the same table is waiting: one statement would run the two in undefined order. */
  add(write: TableWrite, values: readonly SqlValue[]): boolean {
    if (this.#parts.some((part) => part.write.table === write.table)) return false
    this.#parts.push({ write, values })
    return true
  }

  /** Returns the combined statement and empties the batch; undefined if the batch is empty. */
  flush(): { readonly statement: Prepared; readonly values: readonly SqlValue[] } | undefined {
    const parts = this.#parts
    if (parts.length === 0) return undefined
    this.#parts = []
    return { statement: compose(parts), values: parts.flatMap(({ values }) => values) }
  }
}

function compose(parts: readonly Part[]): Prepared {
  if (parts.length === 1) return parts[0].write
  const key = parts.map(({ write }) => write.name).join()
  let statement = composed.get(key)
  if (statement === undefined) {
    statement = prepared(`batch ${composed.size}`, composeText(parts))
    composed.set(key, statement)
  }
  return statement
}

function composeText(parts: readonly Part[]): string {
  let before = 0
  const texts = parts.map(({ write, values }) => {
    const offset = before
    before += values.length
    // All parts share $1, the tenant; their other parameters follow those of the earlier parts.
    return write.text.replaceAll(/\$(\d+)/g, (_, place) => `$${place === '1' ? 1 : Number(place) + offset}`)
  })
  const others = texts.slice(0, -1).map((text, index) => `part_${index} AS (${text})`)
  return `WITH ${others.join(', ')} ${texts.at(-1)}`
}
