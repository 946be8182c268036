import { type Prepared, prepared, type SqlValue } from './sql.js'

/** Writes to one table, and may do so while others write to other tables. */
export interface Put extends Prepared {
  readonly table: string
}

interface Part {
  readonly put: Put
  readonly values: readonly SqlValue[]
}

/** By the names of what they are made of. */
const composed = new Map<string, Prepared>()

/** What is written to different tables, as one statement: each of its own costs the server and us as much again. */
export class Together {
  #parts: Part[] = []

  /** False when something for the same table waits already: which of the two comes first would be left to chance. */
  take(put: Put, values: readonly SqlValue[]): boolean {
    if (this.#parts.some((part) => part.put.table === put.table)) return false
    this.#parts.push({ put, values })
    return true
  }

  /** All of it, to be asked at once; undefined when there is nothing. */
  give(): { readonly statement: Prepared; readonly values: readonly SqlValue[] } | undefined {
    const parts = this.#parts
    if (parts.length === 0) return undefined
    this.#parts = []
    return { statement: compose(parts), values: parts.flatMap(({ values }) => values) }
  }
}

function compose(parts: readonly Part[]): Prepared {
  if (parts.length === 1) return parts[0].put
  const key = parts.map(({ put }) => put.name).join()
  let statement = composed.get(key)
  if (statement === undefined) {
    statement = prepared(`together ${composed.size}`, composeText(parts))
    composed.set(key, statement)
  }
  return statement
}

function composeText(parts: readonly Part[]): string {
  let before = 0
  const texts = parts.map(({ put, values }) => {
    const offset = before
    before += values.length
    // The tenant is the first of each; what follows stands behind that of the others.
    return put.text.replaceAll(/\$(\d+)/g, (_, place) => `$${place === '1' ? 1 : Number(place) + offset}`)
  })
  const others = texts.slice(0, -1).map((text, index) => `part_${index} AS (${text})`)
  return `WITH ${others.join(', ')} ${texts.at(-1)}`
}
