import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compete } from '../competition/compete.js'
import type { Competitor } from '../competition/specialists.js'
import { comebackAbove } from './settling.js'
import { assignSlots, occupantIds } from './slots.js'
import { emptyWorkspace, type Workspace } from './workspace.js'

const ids = Array.from({ length: 12 }, (_, at) => `m${String(at).padStart(2, '0')}`)
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const world = fc.record({
  relevance: fc.array(unit, { minLength: ids.length, maxLength: ids.length }),
  // Similarities and links are mutual; small worlds with few differences are the ones that waver.
  similarity: fc.array(unit, { minLength: ids.length ** 2, maxLength: ids.length ** 2 }),
  links: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 30 }),
  closeness: fc.constantFrom(0, 0.05, 1),
})

const minute = 60_000
const mostRounds = 60

describe('[GWT10] idle broadcasts', () => {
  test('[GWT10] reach a fixed point, whatever resembles and is linked to what', () => {
    fc.assert(
      fc.property(world, ({ relevance, similarity, links, closeness }) => {
        const admittedAt = new Map<string, number>()
        const similar = (a: number, b: number) => similarity[Math.min(a, b) * ids.length + Math.max(a, b)]
        let workspace: Workspace = emptyWorkspace
        const competitors = (now: number) =>
          ids.map((id, at): Competitor => {
            const lastUsedAt = admittedAt.get(id) ?? 0
            const above = comebackAbove(workspace, id, lastUsedAt)
            return {
              id,
              text: '',
              goalSimilarities: [relevance[at] * closeness],
              occupantSimilarities: Object.fromEntries(ids.map((other, place) => [other, similar(at, place)])),
              // Recency as in a workspace that nobody has touched for days.
              lastUsedAt: now - 1_000 * minute,
              uses: 0,
              links: links.flatMap(([a, b]) => (a === b ? [] : a === id ? [b] : b === id ? [a] : [])),
              sameAs: [],
              ...(above === undefined ? {} : { comebackAbove: above }),
            }
          })
        const history: string[] = []
        for (let round = 1; round <= mostRounds; round++) {
          const now = round * minute
          const all = competitors(now)
          const inside = new Set(occupantIds(workspace))
          const before = workspace
          const result = compete({
            occupants: all.filter(({ id }) => inside.has(id)),
            candidates: all.filter(({ id }) => !inside.has(id)),
            goals: [{ priority: 1, keywords: [] }],
            slots: 4,
            now,
          })
          workspace = assignSlots(before, result, now)
          for (const id of result.winners) if (!inside.has(id)) admittedAt.set(id, now)
          history.push(occupantIds(workspace).toSorted().join())
        }
        expect(new Set(history.slice(-20)).size).toBe(1)
      }),
      { numRuns: 300 },
    )
  })
})
