import { describe, expect, test } from 'vitest'
import { anEdge, start } from '../../../test/support/memories.js'
import { spreadingTo } from './entity-score.js'

describe('[ACT4] spreading from the context', () => {
  const context = { ids: ['context'], fans: [1] }

  test('[ACT4] an edge lends in both directions', () => {
    const lent = (source: string, target: string) =>
      spreadingTo('entity', { ...context, edges: [anEdge({ source, target })] }, start)
    expect(lent('context', 'entity')).toBeGreaterThan(0)
    expect(lent('entity', 'context')).toBe(lent('context', 'entity'))
  })

  test('[ACT4] an edge between two others lends nothing', () => {
    const edges = [anEdge({ source: 'context', target: 'other' }), anEdge({ source: 'other', target: 'entity' })]
    expect(spreadingTo('entity', { ...context, edges }, start)).toBe(0)
  })

  test('[ACT4] of several edges between two, the strongest counts', () => {
    const [weak, strong] = [0.2, 0.8].map((weight) => anEdge({ source: 'context', target: 'entity', weight }))
    const lent = (...edges: (typeof weak)[]) => spreadingTo('entity', { ...context, edges }, start)
    expect(lent(weak!, strong!)).toBe(lent(strong!))
    expect(lent(strong!)).toBeGreaterThan(lent(weak!))
  })
})
