import type { BadRecord, Piece } from './foreign-memory.js'

const [quote, backslash, comma, lineFeed] = [0x22, 0x5c, 0x2c, 0x0a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09
const mark = [0xef, 0xbb, 0xbf]

/** Longer than any conversation, and short enough to hold one. */
const mostBytes = 128 * 1024 * 1024

/**
 * Takes a JSON array apart while its bytes come in, an element at a time: an account's export is one array of hundreds
 * of megabytes. Of an object at the root, the elements of the arrays in it. What it holds is one element.
 */
export class JsonElements {
  readonly #longest: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #line = 1
  #begun = 1
  #parts: Uint8Array[] | undefined
  #bytes = 0
  #depth = 0
  /** Where elements are: right in the root, or in the arrays of an object there. Undefined before the root. */
  #elementDepth: number | undefined
  #isInArray = false
  #isInText = false
  #isEscaped = false
  #isBroken = false
  #seen = 0

  constructor(longest = mostBytes) {
    this.#longest = longest
  }

  push(chunk: Uint8Array): (Piece | BadRecord)[] {
    const found: (Piece | BadRecord)[] = []
    let from = 0
    const keep = (to: number) => {
      this.#bytes += to - from
      if (this.#bytes <= this.#longest) this.#parts?.push(chunk.slice(from, to))
    }
    const finish = (to: number) => {
      keep(to)
      found.push(this.#take())
    }
    const begin = (at: number) => {
      this.#parts = []
      this.#bytes = 0
      this.#begun = this.#line
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
      if (isBlank(byte) || (this.#elementDepth === undefined && this.#seen < 3 && byte === mark[this.#seen++])) continue
      const isOpening = byte === openArray || byte === openObject
      if (this.#elementDepth === undefined) {
        if (!isOpening) found.push(this.#give(this.#line, 'is not JSON'))
        this.#elementDepth = byte === openArray ? 1 : 2
        this.#isInArray = byte === openArray
        this.#depth = 1
        continue
      }
      if (this.#depth === 0) {
        found.push(this.#give(this.#line, 'has something behind its end'))
        continue
      }
      const isHere = this.#depth === this.#elementDepth && this.#isInArray
      if (byte === closeArray || byte === closeObject) {
        // A number or a word ends with the array that it is in.
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
    if (this.#parts !== undefined) keep(chunk.length)
    return found
  }

  end(): BadRecord[] {
    if (this.#isBroken || this.#elementDepth === undefined || this.#depth === 0) return []
    return [{ line: this.#parts === undefined ? this.#line : this.#begun, problem: 'ends in the middle' }]
  }

  #give(line: number, problem: string): BadRecord {
    this.#isBroken = true
    return { line, problem }
  }

  #take(): Piece | BadRecord {
    const [line, parts, bytes] = [this.#begun, this.#parts ?? [], this.#bytes]
    this.#parts = undefined
    if (bytes > this.#longest) return { line, problem: `is longer than ${Math.floor(this.#longest / 1024 ** 2)} MiB` }
    try {
      return { line, text: this.#decoder.decode(joined(parts, bytes)).trim() }
    } catch {
      return { line, problem: 'is not UTF-8 text' }
    }
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
