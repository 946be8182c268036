import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the event loop is looked at: what is shorter than that is no stall. */
const resolutionMs = 10
/** Two windows are kept, so that each scrape sees a minute at least, however many scrapers there are. */
const windowMs = 60_000

export interface EventLoopWatch {
  /** The longest of the last minute or two; 0 when there was none. */
  longestStallSeconds(): number
}

/** Watches how long the event loop of this process is kept from turning. It does not keep the process alive. */
export function watchEventLoop(): EventLoopWatch {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let before = 0
  // The histogram counts the interval itself as a delay.
  const longest = () => (delay.count === 0 ? 0 : Math.max(0, delay.max / 1e9 - resolutionMs / 1e3))
  setInterval(() => {
    before = longest()
    delay.reset()
  }, windowMs).unref()
  return { longestStallSeconds: () => Math.max(before, longest()) }
}
