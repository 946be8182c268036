import type { MemoryCache } from './memory-cache.js'
import { field, fields, type PackedCandidates } from './packed-candidates.js'
import { countTerms, type WantedTerms } from './packing.js'

/** Of the rows, in their order; NaN for a row without a vector. */
export type Cosines = Float32Array

interface PackRequest {
  readonly rows: readonly number[]
  readonly passes: Uint8Array
  readonly wanted: WantedTerms
  readonly terms: number
  readonly cosines: Cosines | undefined
  readonly cache: MemoryCache
}

export function packCandidates({ rows, passes, wanted, terms, cosines, cache }: PackRequest): PackedCandidates {
  const { columns } = cache
  const packed = {
    numbers: new Float64Array(rows.length * fields),
    termCounts: new Uint16Array(rows.length * terms),
    tokenStarts: new Int32Array(rows.length + 1),
  }
  const tokenBytes = rows.reduce((sum, row) => sum + cache.tokens.end(row) - cache.tokens.start(row), 0)
  const tokens = new Uint16Array(tokenBytes / 2)
  const tokenPool = cache.tokens.bytes
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
    packed.numbers[at + field.cosine] = cosines?.[index] ?? Number.NaN

    countTerms(
      cache.terms.bytes,
      cache.terms.start(row),
      cache.terms.end(row),
      wanted,
      packed.termCounts,
      index * terms,
    )

    let to = packed.tokenStarts[index] * 2
    const end = cache.tokens.end(row)
    for (let byte = cache.tokens.start(row); byte < end; byte++) tokensAsBytes[to++] = tokenPool[byte]
    packed.tokenStarts[index + 1] = to / 2
  })
  return {
    ids: rows.map((row) => columns.ids[row]).join(' '),
    speakers: Array.from(speakers.keys(), (id) => cache.name(id) ?? ''),
    terms,
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
