import { describe, expect, test } from 'vitest'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { anyCandidate, type OpenStore, useStores } from '../stores.js'

type Given = Parameters<typeof newMemories>[0][number]

export function describeSceneShapes(open: OpenStore): void {
  describe('shapes of scenes', () => {
    const stores = useStores(open)

    const line = (number: number, text: string, rest: Given = {}): Given => ({
      id: idOf(number),
      happenedAt: start + minutes(number),
      text,
      ...rest,
    })
    const talk = [line(1, 'Anna: The heron is back.'), line(2, 'Ben: Good.'), line(3, 'Anna: In the pond.')]
    const notes = [line(1, 'The heron is back.'), line(2, 'Ben: Good.'), line(3, 'It stands in the pond.')]

    /** For each candidate that the newest brings in, in the order of their numbers. */
    async function shapesIn(store: InspectedStore, request: Partial<typeof anyCandidate> = {}): Promise<boolean[]> {
      const { candidates } = await store.findCandidates({ ...anyCandidate, ...request })
      return [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ isInConversation }) => isInConversation)
    }

    test('[REC15] the lines of a conversation and the notes of a row are told apart', async () => {
      expect(await shapesIn(await stores.fresh(await newMemories(talk)))).toEqual([true, true, true])
      expect(await shapesIn(await stores.fresh(await newMemories(notes)))).toEqual([false, false, false])
      const alone = talk.map((each) => ({ ...each, joinsScene: false }))
      expect(await shapesIn(await stores.fresh(await newMemories(alone)))).toEqual([false, false, false])
    })

    test('[REC15] the shape is decided when a member is written, in one batch or in several, by any process', async () => {
      const [store, other] = await stores.pair()
      const add = await newMemories([...talk, ...[4, 5, 6, 7].map((number) => line(number, `Reed ${number}.`))])
      const seen: boolean[] = []
      for (const each of add) {
        await store.commit({ at: start, add: [each] })
        const shapes = await shapesIn(other)
        expect(new Set(shapes).size).toBe(1)
        seen.push(shapes[0]!)
      }
      // One speaker; two; one of them again; then ever more lines without a speaker.
      expect(seen).toEqual([false, true, true, true, true, true, false])
      expect(await shapesIn(await stores.fresh(add))).toEqual(Array(7).fill(false))
    })

    test('[REC15] it does not depend on the filter, nor on which members are candidates', async () => {
      const store = await stores.fresh(await newMemories([{ ...talk[0], tags: ['pond'] }, ...talk.slice(1)]))
      expect(await shapesIn(store, { filter: { tags: ['pond'] } })).toEqual([true])
      const { candidates } = await store.findCandidates({ ...anyCandidate, newest: 1, exhaustiveUpTo: 0 })
      expect(candidates.length).toBeLessThan(3)
      for (const { isInConversation } of candidates) expect(isInConversation).toBe(true)
      const scene = candidates[0]!.scene
      for (const each of await store.findScenes(anyCandidate, [scene])) expect(each.isInConversation).toBe(true)
    })

    test('[REC15] a question of a speaker counts, a heading does not', async () => {
      const headings = [line(1, 'Floor: oak.'), line(2, 'Walls: white.'), line(3, 'Roof: slate.')]
      expect(await shapesIn(await stores.fresh(await newMemories(headings)))).toEqual([false, false, false])
      const asked = [line(1, 'Anna: Is the heron back?'), line(2, 'Ben: Yes.'), line(3, 'Carla: In the pond.')]
      expect(await shapesIn(await stores.fresh(await newMemories(asked)))).toEqual([true, true, true])
    })

    test('[REC15] an imported scene has the shape of what is imported', async () => {
      const add = await newMemories(talk.map((each, at) => ({ ...each, sceneWith: idOf(at === 0 ? 1 : at) })))
      expect(await shapesIn(await stores.fresh(add))).toEqual([true, true, true])
    })

    test('[OPS4] [REC15] what is erased counts no more', async () => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await newMemories(talk) })
      expect(await shapesIn(other)).toEqual([true, true, true])
      await store.erase({ at: start, ids: [idOf(2)] })
      for (const handle of [store, other]) expect(await shapesIn(handle)).toEqual([false, false])
      await store.commit({ at: start, add: await newMemories([line(4, 'Carla: Where?')]) })
      for (const handle of [store, other]) expect(await shapesIn(handle)).toEqual([true, true, true])
      await store.erase({ at: start, ids: [1, 3, 4].map((number) => idOf(number)) })
      await store.commit({ at: start, add: await newMemories([line(5, 'Dora: Gone.')]) })
      for (const handle of [store, other]) expect(await shapesIn(handle)).toEqual([false])
    })
  })
}
