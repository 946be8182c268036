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

  /** As if the row had never been. */
  erase(row: number): void {
    this.ids[row] = ''
    for (const column of this.#all()) column[row] = 0
  }

  #all(): (Uint8Array | Int32Array | Float64Array)[] {
    return [
      ...[this.kind, this.state, this.outcome, this.flags],
      ...[this.project, this.session, this.speaker, this.scene, this.previous, this.next],
      ...[this.length, this.contentTokens],
      ...[this.happenedAt, this.recordedAt, this.validFrom, this.validTo, this.importance],
    ]
  }

  /** Makes room for this many rows at once. */
  reserve(most: number): void {
    const rows = Math.ceil(most)
    if (rows <= this.kind.length) return
    this.kind = grown(this.kind, bytes(rows))
    this.state = grown(this.state, bytes(rows))
    this.outcome = grown(this.outcome, bytes(rows))
    this.flags = grown(this.flags, bytes(rows))
    this.project = grown(this.project, integers(rows))
    this.session = grown(this.session, integers(rows))
    this.speaker = grown(this.speaker, integers(rows))
    this.scene = grown(this.scene, integers(rows))
    this.previous = grown(this.previous, integers(rows))
    this.next = grown(this.next, integers(rows))
    this.length = grown(this.length, integers(rows))
    this.contentTokens = grown(this.contentTokens, integers(rows))
    this.happenedAt = grown(this.happenedAt, numbers(rows))
    this.recordedAt = grown(this.recordedAt, numbers(rows))
    this.validFrom = grown(this.validFrom, numbers(rows))
    this.validTo = grown(this.validTo, numbers(rows))
    this.importance = grown(this.importance, numbers(rows))
  }
}

// Shared, so that a further worker can read the columns without a copy of them.
const bytes = (rows: number) => new Uint8Array(new SharedArrayBuffer(rows))
const integers = (rows: number) => new Int32Array(new SharedArrayBuffer(rows * 4))
const numbers = (rows: number) => new Float64Array(new SharedArrayBuffer(rows * 8))

function grown<Column extends Uint8Array | Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
