import { createWorkUnderWay } from '../operations/work-under-way.js'
import type { Resources } from '../resources/open-resources.js'

/** Resources of a memory that must know what is under way before it closes. */
export function trackResources(track: <Result>(work: () => Promise<Result>) => Promise<Result>, ending: AbortSignal) {
  // Not among the calls: whoever waits for changes keeps nobody busy.
  const waiting = createWorkUnderWay()
  const tracked = (resources: Resources): Resources => ({
    ...resources,
    list: () => track(resources.list),
    read: (uri) => track(() => resources.read(uri)),
    complete: (...asked) => track(() => resources.complete(...asked)),
    async *follow(signal) {
      const changes = resources.follow(AbortSignal.any([signal, ending]))
      while (!ending.aborted) {
        const { done, value } = await waiting.track(changes.next())
        if (done) return
        yield value
      }
    },
  })
  return { tracked, settled: waiting.settled }
}
