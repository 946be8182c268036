import { describe, expect, test } from 'vitest'
import { cosine } from '#ww/memory/recall/ranking/cosine.js'
import { plainCandidate, termCountsOf, tokensOf } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, useStores } from '../stores.js'

type Given = Parameters<typeof newMemories>[0][number]

export function describeScenes(open: OpenStore): void {
  describe('scenes', () => {
    const stores = useStores(open)

    /** Written one after the other; the scene of each, numbered in the order they first appear. */
    async function scenesOf(given: readonly Given[], together = false): Promise<(number | null)[]> {
      const store = await stores.fresh()
      const add = await newMemories(given.map((each, number) => ({ id: idOf(number + 1, each.kind), ...each })))
      if (together) await store.commit({ at: start, add })
      else for (const each of add) await store.commit({ at: start, add: [each] })
      const found = await store.get(add.map(({ memory }) => memory.id))
      const seen: number[] = []
      return found.map((memory) => {
        const scene = memory!.scene
        if (scene === null) return null
        if (!seen.includes(scene)) seen.push(scene)
        return seen.indexOf(scene) + 1
      })
    }
    const at = (minute: number, rest: Given = {}): Given => ({ happenedAt: start + minutes(minute), ...rest })

    test('[REC6] a memory joins its predecessor up to 45 minutes after it', async () => {
      expect(await scenesOf([at(0), at(45), at(90), at(135.1), at(140)])).toEqual([1, 1, 1, 2, 2])
    })

    test('[REC6] members of one batch are in the order of writing', async () => {
      expect(await scenesOf([at(0), at(0), at(60), at(60), at(30)], true)).toEqual([1, 1, 2, 2, 1])
    })

    test('[REC6] what happened earlier is put in its place, and decided scenes stay', async () => {
      // 50 opened a scene; 20 joins 0; then 40 joins 20's, although 50 is nearer, and nothing is merged.
      expect(await scenesOf([at(0), at(50), at(20), at(40), at(-10), at(60)])).toEqual([1, 2, 1, 1, 3, 2])
    })

    test('[REC6] a scene has at most 64 members', async () => {
      const scenes = await scenesOf(
        Array.from({ length: 130 }, (_, minute) => at(minute)),
        true,
      )
      expect([1, 2, 3].map((scene) => scenes.filter((each) => each === scene).length)).toEqual([64, 64, 2])
      expect(scenes.indexOf(2)).toBe(64)
    })

    test('[REC6] sessions and projects have scenes of their own', async () => {
      const given = [
        at(0),
        at(1, { session: 'other' }),
        at(2, { project: 'weaver' }),
        at(3),
        at(4, { session: 'other' }),
        at(5, { project: 'weaver' }),
        at(6, { project: 'loom' }),
      ]
      expect(await scenesOf(given)).toEqual([1, 2, 3, 1, 2, 3, 4])
    })

    test('[REC6] episodes and notes share a scene, all other kinds stand alone', async () => {
      const given = [
        at(0),
        at(1, { kind: 'note' }),
        at(2, { kind: 'entity' }),
        at(3, { kind: 'procedure' }),
        at(4, { kind: 'lesson' }),
        at(5),
      ]
      expect(await scenesOf(given)).toEqual([1, 1, null, null, null, 1])
    })

    test('[REC6] bulk imports without times stand alone, and are nobody’s predecessor', async () => {
      const alone = { joinsScene: false }
      expect(await scenesOf([at(0), at(30, alone), at(60), at(60, alone), at(80)])).toEqual([1, null, 2, null, 2])
    })

    test('[REC6] what is hidden keeps its place in the scene', async () => {
      expect(await scenesOf([at(0), at(30, { state: 'hidden' }), at(60)])).toEqual([1, 1, 1])
    })

    describe('their members', () => {
      /** Six in one scene, written out of order: 1 2 3 4 5 6 by T_ref, 4 and 5 at the same moment. */
      async function storeWithScene(): Promise<{ store: InspectedStore; scene: number }> {
        const written = [1, 4, 6, 2, 5, 3]
        const moments = [0, 0, 10, 20, 30, 30, 40]
        const store = await stores.fresh()
        for (const number of written) {
          const tags = number % 2 === 0 ? ['even'] : []
          const text = `The heron${number} stands in the pond.`
          await store.commit({
            at: start,
            add: [await aNewMemory({ ...at(moments[number]!), id: idOf(number), text, tags })],
          })
        }
        const elsewhere = [at(500), at(510), at(5, { session: 'other' }), at(5, { joinsScene: false })]
        await store.commit({ at: start, add: await newMemories(elsewhere) })
        const [first] = await store.get([idOf(1)])
        return { store, scene: first!.scene! }
      }
      const inOrder = (candidates: readonly { id: string; order: number }[]) =>
        [...candidates].sort((a, b) => a.order - b.order).map(({ id, order }) => [order, id])

      test('[REC6] are ordered by T_ref, then by writing', async () => {
        const { store, scene } = await storeWithScene()
        const { candidates } = await store.findCandidates(anyCandidate)
        const members = candidates.filter((each) => each.scene === scene)
        expect(inOrder(members)).toEqual([1, 2, 3, 4, 5, 6].map((number, order) => [order, idOf(number)]))
      })

      test('[REC6] are counted without those that the filter excludes', async () => {
        const { store, scene } = await storeWithScene()
        const filter = { tags: ['even'] }
        const { candidates } = await store.findCandidates({ ...anyCandidate, filter })
        const expected = [2, 4, 6].map((number, order) => [order, idOf(number)])
        expect(inOrder(candidates.filter((each) => each.scene === scene))).toEqual(expected)
        expect(inOrder(await store.findScenes({ ...anyCandidate, filter }, [scene]))).toEqual(expected)
      })

      test('[REC6] have the same order whichever of them are candidates', async () => {
        const { store } = await storeWithScene()
        const request = { ...anyCandidate, terms: ['heron4'], perRetriever: 1, newest: 0, exhaustiveUpTo: 0 }
        const { candidates } = await store.findCandidates(request)
        expect(inOrder(candidates)).toEqual([
          [2, idOf(3)],
          [3, idOf(4)],
          [4, idOf(5)],
        ])
      })

      test('[REC6] what stands alone has the scene 0', async () => {
        const store = await stores.fresh(await newMemories([at(0, { kind: 'lesson' }), at(0, { joinsScene: false })]))
        const { candidates } = await store.findCandidates(anyCandidate)
        expect(candidates).toMatchObject([{ scene: 0 }, { scene: 0 }])
      })

      test('[REC6] are all found by their scenes, as candidates are', async () => {
        const { store, scene } = await storeWithScene()
        const vector = await vectorOf('heron')
        const request = { ...anyCandidate, terms: ['heron2'], vectors: [vector] }
        const members = await store.findScenes(request, [scene])
        expect(idsOf(members).sort()).toEqual([1, 2, 3, 4, 5, 6].map((number) => idOf(number)))
        const text = 'The heron2 stands in the pond.'
        const { length, contentTokens, tokens } = await indexOf(text)
        const second = members.find(({ id }) => id === idOf(2))!
        expect(second).toMatchObject({ scene, length, contentTokens, order: 1 })
        expect(tokensOf(second)).toEqual(Array.from(tokens))
        expect(second.cosineWith(0)).toBe(cosine(vector.values, (await vectorOf(text)).values))
        const counts = members.map((each) => [each.id, ...termCountsOf(each, request.terms)])
        expect(counts.filter((each) => each[1] === 1)).toEqual([[idOf(2), 1]])
        const { candidates } = await store.findCandidates(request)
        const all = candidates.map((each) => plainCandidate(each, request))
        for (const member of members) expect(all).toContainEqual(plainCandidate(member, request))
      })

      test('[REC6] several scenes, unknown ones and none', async () => {
        const { store, scene } = await storeWithScene()
        const { candidates } = await store.findCandidates(anyCandidate)
        const scenes = [...new Set(candidates.map((each) => each.scene))].filter((each) => each !== 0)
        const members = await store.findScenes(anyCandidate, [...scenes, 999_999])
        expect(idsOf(members).sort()).toEqual(idsOf(candidates.filter((each) => each.scene !== 0)).sort())
        expect(scenes.length).toBe(3)
        expect(scenes).toContain(scene)
        expect(await store.findScenes(anyCandidate, [])).toEqual([])
        expect(await store.findScenes(anyCandidate, [0])).toEqual([])
      })
    })
  })
}
