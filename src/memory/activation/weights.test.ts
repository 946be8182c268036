import { describe, expect, test } from 'vitest'
import { defaultWeights, resolveWeights } from './weights.js'

describe('[ACT7] weights', () => {
  test('[ACT7] the defaults are those of the formulas', () => {
    expect(resolveWeights({})).toEqual({
      episodic: { semantic: 0.4, recency: 0.25, outcome: 0.2, importance: 0.15 },
      atTime: { semantic: 0.7, recency: 0.3 },
      semantic: { similarity: 0.6, activation: 0.2, retrievability: 0.2 },
      procedural: { similarity: 0.6, successRate: 0.3, experience: 0.1 },
      similarity: { lexical: 0.25, vector: 0.45, soft: 0.3 },
    })
  })

  test('[ACT7] an override replaces the weights it names', () => {
    expect(resolveWeights({ episodic: { semantic: 0.5, recency: 0.15 } })).toEqual({
      ...defaultWeights,
      episodic: { semantic: 0.5, recency: 0.15, outcome: 0.2, importance: 0.15 },
    })
  })

  test.each([0.399, 0.401])('[ACT7] a sum within 0.001 of 1 is accepted: semantic %d', (semantic) => {
    expect(resolveWeights({ episodic: { semantic } }).episodic.semantic).toBe(semantic)
  })

  test.each([
    ['episodic', { episodic: { semantic: 0.5 } }, 'weights of "episodic" must sum to 1, not 1.1'],
    ['atTime', { atTime: { recency: 0.2989 } }, 'weights of "atTime" must sum to 1, not 0.9989'],
    ['procedural', { procedural: { experience: 0.2 } }, 'weights of "procedural" must sum to 1, not 1.1'],
    ['similarity', { similarity: { soft: -0.3 } }, 'weight "similarity.soft" must be a number from 0 to 1'],
    ['similarity', { similarity: { soft: '0.3' } }, 'weight "similarity.soft" must be a number from 0 to 1'],
    ['atTime', { atTime: { outcome: 0 } }, 'unknown weight "atTime.outcome"; its weights are semantic, recency'],
    ['atTime', { atTime: 1 }, 'weight set "atTime" must be an object of numbers'],
    [
      'toString',
      { toString: {} },
      'unknown weight set "toString"; the sets are episodic, atTime, semantic, procedural, similarity',
    ],
    ['weights', [], 'weights must be an object of weight sets'],
  ])('[ACT7] rejects with the name of the set: %s in %j', (field, overrides, message) => {
    expect(() => resolveWeights(overrides)).toThrow(
      expect.objectContaining({ code: 'validation_error', field, message }),
    )
  })
})
