import type { BadRecord, Piece } from '../../memory/import-export/foreign-memory.js'

const [quote, backslash, comma, lineFeed] = [0x22, 0x5c, 0x2c, 0x0a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09
const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Longer than any conversation, and small enough to hold in memory. */
const defaultMaxBytes = 128 * 1024 * 1024

/**
 * Splits a JSON array into its elements while its bytes arrive, because an account's export is one array of hundreds of
 * megabytes. If the root is an object, it yields the elements of the arrays in it. It buffers one element at a time.
 */
export class JsonElements {
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #line = 1
  #startLine = 1
  #parts: Uint8Array[] | undefined
  #bytes = 0
  #depth = 0
  /** The depth of the elements: in a root array 1, in the arrays of a root object 2. Undefined before the root. */
  #elementDepth: number | undefined
  #isInArray = false
  #isInText = false
  #isEscaped = false
  #isBroken = false
  #seen = 0

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Uint8Array): (Piece | BadRecord)[] {
    const found: (Piece | BadRecord)[] = []
    let from = 0
    const append = (to: number) => {
      this.#bytes += to - from
      if (this.#bytes <= this.#maxBytes) this.#parts?.push(chunk.slice(from, to))
    }
    const finish = (to: number) => {
      append(to)
      found.push(this.#take())
    }
    const begin = (at: number) => {
      this.#parts = []
      this.#bytes = 0
      this.#startLine = this.#line
      from = at
    }
    for (let at = 0; at < chunk.length && !this.#isBroken; at++) {
      const byte = chunk[at]
      if (byte === lineFeed) this.#line++
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === backslash) this.#isEscaped = true
        else if (byte === quote) this.#isInText = false
        continue
      }
      if (isBlank(byte) || (this.#elementDepth === undefined && this.#seen < 3 && byte === byteOrderMark[this.#seen++]))
        continue
      const isOpening = byte === openArray || byte === openObject
      if (this.#elementDepth === undefined) {
        if (!isOpening) found.push(this.#fail(this.#line, 'is not JSON'))
        this.#elementDepth = byte === openArray ? 1 : 2
        this.#isInArray = byte === openArray
        this.#depth = 1
        continue
      }
      if (this.#depth === 0) {
        found.push(this.#fail(this.#line, 'has more text after its end'))
        continue
      }
      const isHere = this.#depth === this.#elementDepth && this.#isInArray
      if (byte === closeArray || byte === closeObject) {
        // A number or literal ends where its array ends.
        if (isHere && this.#parts !== undefined) finish(at)
        this.#depth--
        if (this.#depth === this.#elementDepth && this.#parts !== undefined) finish(at + 1)
        continue
      }
      if (isHere && byte === comma) {
        if (this.#parts !== undefined) finish(at)
        continue
      }
      if (isHere && this.#parts === undefined) begin(at)
      if (byte === quote) this.#isInText = true
      if (!isOpening) continue
      this.#depth++
      if (this.#depth === this.#elementDepth) this.#isInArray = byte === openArray
    }
    if (this.#parts !== undefined) append(chunk.length)
    return found
  }

  end(): BadRecord[] {
    if (this.#isBroken || this.#elementDepth === undefined || this.#depth === 0) return []
    return [{ line: this.#parts === undefined ? this.#line : this.#startLine, problem: 'is cut off' }]
  }

  #fail(line: number, problem: string): BadRecord {
    this.#isBroken = true
    return { line, problem }
  }

  #take(): Piece | BadRecord {
    const [line, parts, bytes] = [this.#startLine, this.#parts ?? [], this.#bytes]
    this.#parts = undefined
    if (bytes > this.#maxBytes) return { line, problem: `is longer than ${Math.floor(this.#maxBytes / 1024 ** 2)} MiB` }
    try {
      return { line, text: this.#decoder.decode(concat(parts, bytes)).trim() }
    } catch {
      return { line, problem: 'is not UTF-8 text' }
    }
  }
}

function concat(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
