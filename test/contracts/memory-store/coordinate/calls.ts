import { describe, expect, test } from 'vitest'
import { idOf, newMemories } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

const windowMs = 60_000

export function describeCalls(open: OpenStore): void {
  describe('calls', () => {
    const stores = useStores(open)
    const quiet = { calls: [], after: 0, now: 1_000, windowMs }

    test('[COM10] one hears what the other told, once, and never itself', async () => {
      const [here, there] = await stores.pair()
      const calls = [
        { key: 'a', at: [10, 20] },
        { key: 'b', at: [30] },
      ]
      const own = await here.calls.exchange({ ...quiet, server: 'here', calls })
      expect(own.calls).toEqual([])
      const heard = await there.calls.exchange({ ...quiet, server: 'there' })
      expect(heard.calls).toEqual(calls)
      expect((await there.calls.exchange({ ...quiet, server: 'there', after: heard.seen })).calls).toEqual([])
      await here.calls.exchange({ ...quiet, server: 'here', after: own.seen, calls: [{ key: 'a', at: [40] }] })
      const more = await there.calls.exchange({ ...quiet, server: 'there', after: heard.seen })
      expect(more.calls).toEqual([{ key: 'a', at: [40] }])
    })

    test('[COM10] a server that comes later hears of the whole window, and of nothing before it', async () => {
      const [here, there] = await stores.pair()
      await here.calls.exchange({ ...quiet, server: 'here', calls: [{ key: 'a', at: [10] }] })
      await here.calls.exchange({ ...quiet, server: 'here', calls: [{ key: 'a', at: [500] }] })
      const heard = await there.calls.exchange({ ...quiet, server: 'there', now: 10 + windowMs })
      expect(heard.calls).toEqual([{ key: 'a', at: [500] }])
    })

    test('[COM10] telling is no change of what is remembered', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(1) }]))
      const seq = await store.newestSeq()
      await store.calls.exchange({ ...quiet, server: 'here', calls: [{ key: 'a', at: [10] }] })
      expect(await store.newestSeq()).toBe(seq)
    })
  })
}
