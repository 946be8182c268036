import type { Int8Matrix } from '../kernel/int8-matrix.js'
import type { MemoryCache } from './memory-cache.js'
import { field, fields, type PackedCandidates } from './packed-candidates.js'
import { countTerms, type WantedTerms } from './packing.js'

interface PackRequest {
  readonly rows: readonly number[]
  readonly passes: Uint8Array
  readonly wanted: WantedTerms
  readonly terms: number
  readonly vectors: Int8Matrix | undefined
  readonly cache: MemoryCache
}

export function packCandidates({ rows, passes, wanted, terms, vectors, cache }: PackRequest): PackedCandidates {
  const { columns } = cache
  const dimensions = vectors?.dimensions ?? 0
  const packed = {
    numbers: new Float64Array(rows.length * fields),
    termCounts: new Uint16Array(rows.length * terms),
    tokenStarts: new Int32Array(rows.length + 1),
    vectors: new Int8Array(rows.length * dimensions),
  }
  const tokenBytes = rows.reduce((sum, row) => sum + cache.tokens.end(row) - cache.tokens.start(row), 0)
  const tokens = new Uint16Array(tokenBytes / 2)
  const tokensAsBytes = new Uint8Array(tokens.buffer)
  const orders = sceneOrders(rows, passes, cache)
  const speakers = new Map<number, number>()

  rows.forEach((row, index) => {
    const at = index * fields
    const speaker = columns.speaker[row]
    if (speaker !== 0 && !speakers.has(speaker)) speakers.set(speaker, speakers.size + 1)
    packed.numbers[at + field.kind] = columns.kind[row]
    packed.numbers[at + field.outcome] = columns.outcome[row]
    packed.numbers[at + field.flags] = columns.flags[row]
    packed.numbers[at + field.speaker] = speakers.get(speaker) ?? 0
    packed.numbers[at + field.happenedAt] = columns.happenedAt[row]
    packed.numbers[at + field.recordedAt] = columns.recordedAt[row]
    packed.numbers[at + field.importance] = columns.importance[row]
    packed.numbers[at + field.scene] = columns.scene[row]
    packed.numbers[at + field.order] = orders[index]
    packed.numbers[at + field.length] = columns.length[row]
    packed.numbers[at + field.contentTokens] = columns.contentTokens[row]

    countTerms(
      cache.terms.bytes,
      cache.terms.start(row),
      cache.terms.end(row),
      wanted,
      packed.termCounts,
      index * terms,
    )

    const from = packed.tokenStarts[index]
    const bytes = cache.tokens.bytes.subarray(cache.tokens.start(row), cache.tokens.end(row))
    tokensAsBytes.set(bytes, from * 2)
    packed.tokenStarts[index + 1] = from + bytes.length / 2

    const vector = vectors?.row(row)
    if (vector?.some((component) => component !== 0)) {
      packed.vectors.set(vector, index * dimensions)
      packed.numbers[at + field.hasVector] = 1
    }
  })
  return {
    ids: rows.map((row) => columns.ids[row]),
    speakers: Array.from(speakers.keys(), (id) => cache.name(id) ?? ''),
    terms,
    dimensions,
    tokens,
    ...packed,
  }
}

/** Each row's place among the members of its scene that pass: what the filter excludes counts nowhere (REC6). */
function sceneOrders(rows: readonly number[], passes: Uint8Array, cache: MemoryCache): Float64Array {
  const orders = new Map<number, number>()
  const { scene, previous } = cache.columns
  return Float64Array.from(rows, (row) => {
    if (scene[row] === 0) return 0
    // Back to the scene's beginning, or to the nearest member whose place is known.
    let steps = 0
    let before = previous[row]
    while (before !== 0 && !orders.has(before)) {
      steps += passes[before]
      before = previous[before]
    }
    const order = steps + (before === 0 ? 0 : (orders.get(before) ?? 0) + passes[before])
    orders.set(row, order)
    return order
  })
}
