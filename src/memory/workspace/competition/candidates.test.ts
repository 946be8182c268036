import { describe, expect, test } from 'vitest'
import { chooseCandidates } from './candidates.js'
import { activateLinked } from './link-activation.js'

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at}` }))

describe('chooseCandidates', () => {
  test('[WSP3] the 20 most active of the buffer and per goal the 10 nearest that are not there yet', () => {
    const buffer = ids('b', 30).map(({ id }, at) => ({ id, activation: at / 100 }))
    const nearest = [
      [{ id: 'in' }, { id: 'b29' }, { id: 'b0' }, ...ids('g', 20)],
      [...ids('g', 3), ...ids('h', 20)],
    ]
    const chosen = chooseCandidates({ inhibited: new Set(), buffer, nearest, occupants: ['in'] })
    expect(chosen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, at) => `b${29 - at}`))
    // b0 is in the buffer but not among its 20, so the goal brings it.
    expect(chosen.slice(20)).toEqual([['b0'], ids('g', 9).map(({ id }) => id), ids('h', 7).map(({ id }) => id)].flat())
  })

  test('[WSP3] an occupant is not a candidate, and no candidate occurs twice', () => {
    const buffer = [
      { id: 'a', activation: 1 },
      { id: 'in', activation: 1 },
    ]
    expect(
      chooseCandidates({ inhibited: new Set(), buffer, nearest: [[{ id: 'x' }], [{ id: 'x' }]], occupants: ['in'] }),
    ).toEqual(['a', 'x'])
  })
})

describe('activateLinked', () => {
  test('[WSP6] memories linked to occupants, in either direction, by level × weight of the strongest', () => {
    const occupants = [
      { id: 'a', level: 0.8 },
      { id: 'b', level: 0.5 },
    ]
    const links = [
      { source: 'a', target: 'x', weight: 0.5 },
      { source: 'x', target: 'b', weight: 1 },
      { source: 'b', target: 'y', weight: 0.2 },
      { source: 'a', target: 'b', weight: 1 },
      { source: 'p', target: 'q', weight: 1 },
    ]
    expect(activateLinked({ occupants, links })).toEqual([
      { id: 'x', activation: 0.5, via: 'b' },
      { id: 'y', activation: 0.1, via: 'b' },
    ])
    expect(activateLinked({ occupants, links: links.toReversed() })).toEqual(activateLinked({ occupants, links }))
  })
})
