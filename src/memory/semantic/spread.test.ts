import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Link, type SpreadSettings, spreadActivation } from './spread.js'

const usual: SpreadSettings = { steps: 1, retention: 0.5, decay: 0, threshold: 0.01, maxNodes: 10_000 }

interface Relation {
  readonly a: string
  readonly b: string
  readonly weight: number
}

function spread(seeds: readonly string[], relations: readonly Relation[], settings: Partial<SpreadSettings> = {}) {
  const spreading = spreadActivation(seeds, { ...usual, ...settings })
  let asked = 0
  let step = spreading.next()
  while (!step.done) {
    asked++
    const nodes = new Set(step.value)
    const links = relations.flatMap(({ a, b, weight }): Link<string>[] => [
      ...(nodes.has(a) ? [{ from: a, to: b, weight }] : []),
      ...(nodes.has(b) ? [{ from: b, to: a, weight }] : []),
    ])
    step = spreading.next(links)
  }
  const { activations, truncated } = step.value
  return { activations: Object.fromEntries(activations.map((each) => [each.node, each.activation])), truncated, asked }
}

describe('spreadActivation', () => {
  test('[SEM4] a node keeps its retention and passes on the rest by weight, in both directions', () => {
    const { activations } = spread(
      ['a'],
      [
        { a: 'a', b: 'b', weight: 0.3 },
        { a: 'c', b: 'a', weight: 0.1 },
      ],
    )
    expect(activations.a).toBeCloseTo(0.5, 12)
    expect(activations.b).toBeCloseTo(0.5 * 0.75, 12)
    expect(activations.c).toBeCloseTo(0.5 * 0.25, 12)
  })

  test('[SEM4] everything fades by the decay once per step', () => {
    const { activations } = spread(['a'], [{ a: 'a', b: 'b', weight: 1 }], { steps: 2, decay: 0.1 })
    // a: (.5·.5 + .5·.5)·.9², the same for b.
    expect(activations.a).toBeCloseTo(0.5 * 0.81, 12)
    expect(activations.b).toBeCloseTo(0.5 * 0.81, 12)
  })

  test('[SEM4] a share without neighbours is lost', () => {
    expect(spread(['a'], []).activations).toEqual({ a: 0.5 })
  })

  test('[SEM4] below the threshold a node keeps its value, passes nothing on and is not returned', () => {
    const chain = [
      { a: 'a', b: 'b', weight: 0.99 },
      { a: 'a', b: 'c', weight: 0.01 },
      { a: 'c', b: 'd', weight: 1 },
    ]
    const { activations } = spread(['a'], chain, { steps: 2, threshold: 0.01 })
    expect(activations).not.toHaveProperty('c')
    expect(activations).not.toHaveProperty('d')
  })

  test('[SEM4] the graph is read once per step', () => {
    expect(spread(['a'], [{ a: 'a', b: 'b', weight: 1 }], { steps: 7 }).asked).toBe(7)
  })

  test('[SEM4] of too many nodes the strongest stay, and the result is marked as truncated', () => {
    const star = Array.from({ length: 30 }, (_, at) => ({ a: 'a', b: `n${at}`, weight: (at + 1) / 30 }))
    const { activations, truncated } = spread(['a'], star, { threshold: 0, maxNodes: 5 })
    expect(truncated).toBe(true)
    expect(Object.keys(activations)).toEqual(['a', 'n29', 'n28', 'n27', 'n26'])
    expect(spread(['a'], star, { threshold: 0 }).truncated).toBe(false)
  })

  test('[SEM4] ties are in the order of their names', () => {
    const { activations } = spread(['b', 'a'], [])
    expect(Object.keys(activations)).toEqual(['a', 'b'])
  })

  test('[SEM4] no step creates activation', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const relation = fc.record({ a: name, b: name, weight: fc.double({ min: 0.01, max: 1, noNaN: true }) })
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(relation),
        fc.integer({ min: 1, max: 10 }),
        unit,
        unit,
        (relations, steps, retention, decay) => {
          const { activations } = spread(
            ['a', 'b'],
            relations.filter(({ a, b }) => a !== b),
            { steps, retention, decay, threshold: 0 },
          )
          const total = Object.values(activations).reduce((sum, each) => sum + each, 0)
          expect(total).toBeLessThanOrEqual(2 * (1 - decay) ** steps + 1e-9)
        },
      ),
    )
  })
})
