import { describe, expect, test } from 'vitest'
import { findClusters, type Neighbourhood } from './clusters.js'

const near = (id: string, ...others: string[]): Neighbourhood => ({
  id,
  near: others.map((other) => ({ id: other, cosine: 0.8 })),
})

describe('findClusters', () => {
  test('[CON3] communities of mutual neighbours, noise left alone', async () => {
    const clusters = await findClusters([
      near('a', 'b', 'c'),
      near('b', 'a', 'c'),
      near('c', 'a', 'b'),
      near('x', 'y', 'z'),
      near('y', 'x', 'z'),
      near('z', 'x', 'y'),
      near('noise'),
    ])
    expect(clusters).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y', 'z'],
    ])
  })

  test('[CON3] a memory without mutual neighbours joins no cluster', async () => {
    const clusters = await findClusters([
      near('a', 'b', 'c'),
      near('b', 'a', 'c'),
      near('c', 'a', 'b'),
      near('hello', 'a', 'b', 'c'),
    ])
    expect(clusters).toEqual([['a', 'b', 'c']])
  })

  test('[CON3] two similar memories are no cluster', async () => {
    expect(await findClusters([near('a', 'b'), near('b', 'a')])).toEqual([])
  })

  test('[REC12] the same neighbourhoods, the same clusters', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${String(at).padStart(2, '0')}`)
    const ring = names.map((id, at) => near(id, ...[1, 2, 58, 59].map((step) => names[(at + step) % 60]!)))
    expect(await findClusters(ring)).toEqual(await findClusters(ring))
  })
})
