import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Columns } from './columns.js'
import { SceneChains } from './scene-chains.js'

test('[REC6] members are in the order (T_ref, row), in whatever order they happened, without those that were erased', () => {
  const memory = fc.record({
    scene: fc.constantFrom(0, 1, 2, 5_000),
    happenedAt: fc.nat(6),
    /** After this many were added; never, if there are not as many. */
    erasedAt: fc.nat(80),
  })
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 40 }), (memories) => {
      const columns = new Columns()
      const chains = new SceneChains(columns)
      memories.forEach(({ scene, happenedAt }, index) => {
        const row = index + 1
        columns.ensure(row)
        columns.scene[row] = scene
        columns.happenedAt[row] = happenedAt
        chains.add(row)
        memories.forEach(({ erasedAt }, other) => {
          if (erasedAt !== row || other > index) return
          chains.remove(other + 1)
          columns.erase(other + 1)
        })
      })
      for (const scene of [1, 2, 5_000]) {
        const members = memories
          .map((each, index) => ({ ...each, row: index + 1 }))
          .filter(({ scene: own, row, erasedAt }) => own === scene && !(row <= erasedAt && erasedAt <= memories.length))
          .sort((a, b) => a.happenedAt - b.happenedAt || a.row - b.row)
          .map(({ row }) => row)
        expect(chains.members(scene)).toEqual(members)
        for (const [place, row] of members.entries()) {
          expect([columns.previous[row], columns.next[row]]).toEqual([members[place - 1] ?? 0, members[place + 1] ?? 0])
        }
      }
      expect(chains.members(0)).toEqual([])
      expect(chains.members(77_777)).toEqual([])
    }),
  )
})

test.each([-1, 2 ** 31 - 1])('scene %i is a damaged number, for which no room is made', (scene) => {
  const columns = new Columns()
  columns.ensure(1)
  columns.scene[1] = scene
  expect(() => new SceneChains(columns).add(1)).toThrowError(/damaged/)
})
