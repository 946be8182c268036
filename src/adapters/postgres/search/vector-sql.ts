import { inverseNorm } from '../../../memory/recall/ranking/cosine.js'

/** pgvector sums in single precision, which is exact below 2^24, so for products of up to 1,040 pairs of int8. */
const exactDimensions = 1_024

export const toHalfvec = (values: Int8Array): string => `[${values.join(',')}]`

export const fromHalfvec = (text: string): Int8Array => Int8Array.from(JSON.parse(text) as number[])

/** −a·b of `vectors.components` and a halfvec. Long vectors are multiplied in parts, to stay exact. */
export function negativeProduct(query: string, dimensions: number): string {
  if (dimensions <= exactDimensions) return `(vectors.components <#> ${query}::halfvec)`
  const parts = Array.from({ length: Math.ceil(dimensions / exactDimensions) }, (_, part) => {
    const of = (vector: string) => `subvector(${vector}, ${part * exactDimensions + 1}, ${exactDimensions})`
    return `(${of('vectors.components')} <#> ${of(`${query}::halfvec`)})`
  })
  return `(${parts.join(' + ')})`
}

/** Equals the domain's `cosine` bit for bit (REC12), where `vectors.square` is not zero. */
export const cosineOf = (query: string, values: Int8Array): string =>
  `((0 - ${negativeProduct(query, values.length)})
    * (${inverseNorm(values)}::float8 * (1 / sqrt(vectors.square::float8))))::float4`
