const byteColumns = ['kind', 'state', 'outcome', 'flags'] as const
const integerColumns = [
  ...(['project', 'session', 'speaker', 'scene', 'previous', 'next'] as const),
  ...(['length', 'contentTokens'] as const),
]
const numberColumns = ['happenedAt', 'recordedAt', 'validFrom', 'validTo', 'importance'] as const

/** Typed columns over all memories of the file, by row number; row 0 does not exist. */
export class Columns {
  /** One past the highest row seen. */
  end = 1
  readonly ids: string[] = ['']
  kind = bytes(0)
  state = bytes(0)
  outcome = bytes(0)
  flags = bytes(0)
  project = integers(0)
  session = integers(0)
  speaker = integers(0)
  scene = integers(0)
  /** Neighbours in the scene, by (T_ref, row); 0 where it ends. */
  previous = integers(0)
  next = integers(0)
  length = integers(0)
  contentTokens = integers(0)
  happenedAt = numbers(0)
  recordedAt = numbers(0)
  validFrom = numbers(0)
  /** Infinity while open. */
  validTo = numbers(0)
  importance = numbers(0)

  ensure(row: number): void {
    if (row >= this.end) this.end = row + 1
    if (row >= this.kind.length) this.reserve(Math.max(1024, row + 1, this.kind.length * 1.5))
  }

  erase(row: number): void {
    this.ids[row] = ''
    for (const name of [...byteColumns, ...integerColumns, ...numberColumns]) this[name][row] = 0
  }

  reserve(minRows: number): void {
    const rows = Math.ceil(minRows)
    if (rows <= this.kind.length) return
    for (const name of byteColumns) this[name] = grown(this[name], bytes(rows))
    for (const name of integerColumns) this[name] = grown(this[name], integers(rows))
    for (const name of numberColumns) this[name] = grown(this[name], numbers(rows))
  }
}

const bytes = (rows: number) => new Uint8Array(rows)
const integers = (rows: number) => new Int32Array(rows)
const numbers = (rows: number) => new Float64Array(rows)

function grown<Column extends Uint8Array | Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
