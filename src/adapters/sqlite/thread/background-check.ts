import type { Log } from '../../../ports/log.js'
import type { StoreCheck } from '../sums/check-steps.js'
import { describeCheck } from '../sums/describe-check.js'
import type { Channel } from './channel.js'
import type { ReadingEngine, WritingEngine } from './engine.js'

interface Parts {
  /** Opens a reader of the check's own, so that no call waits for it. */
  openReader(): Channel<ReadingEngine>
  readonly writer: Channel<WritingEngine>
  /** Readers whose caches may hold what was spoilt. */
  readonly readers: Iterable<Channel<ReadingEngine>>
  readonly log: Pick<Log, 'warn' | 'debug'> | undefined
}

/** After the first call: a process that only asks something has ended by then. */
const firstAfterMs = 1_000
/** Between two checks of the whole store. */
const intervalMs = 60 * 60 * 1_000
/** The check rests four times as long as it works. */
const restFactor = 4

/** Checks the whole store soon after the first call, and then every hour, and repairs what the memories can tell. */
export class BackgroundCheck {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false
  #wake: () => void = () => undefined
  /** How often something was found that was not what had been written. */
  found = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  begin(): void {
    if (this.#timer === undefined && !this.#isClosed) this.#schedule(firstAfterMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#wake()
    await this.#running
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#checkAndRepair()
        .catch((error: unknown) => this.#parts.log?.warn('the store could not be checked', { error }))
        .finally(() => {
          if (!this.#isClosed) this.#schedule(intervalMs)
        })
    }, ms)
    this.#timer.unref()
  }

  async #checkAndRepair(): Promise<void> {
    const { writer, readers, log } = this.#parts
    const found = await this.#check()
    if (found === undefined) return
    const problems = describeCheck(found)
    if (problems.length === 0) return log?.debug('the store is what was written')
    this.found += problems.length
    let error: unknown
    try {
      await writer.call('repair', found)
    } catch (cause) {
      error = cause
    }
    for (const reader of readers) await reader.call('reload').catch(() => 0)
    const after = await this.#check()
    if (after === undefined) return
    const left = describeCheck(after)
    const repaired = problems.filter((each) => !left.includes(each))
    if (repaired.length > 0) log?.warn('parts of the store were spoilt and have been made again', { repaired })
    if (left.length > 0) {
      log?.warn('parts of the store are not what was written: stop World Weaver and run "ww doctor --fix"', {
        left,
        ...(error === undefined ? {} : { error }),
      })
    }
  }

  /** Undefined when the store was closed meanwhile. */
  async #check(): Promise<StoreCheck | undefined> {
    const reader = this.#parts.openReader()
    try {
      while (!this.#isClosed) {
        const started = performance.now()
        const done = await reader.call('checkNext')
        if (done !== undefined) return done
        // Whoever closes it waits for it, and nobody would end the rest: in a command the process would end instead.
        if (this.#isClosed) return undefined
        await this.#rest((performance.now() - started) * restFactor)
      }
      return undefined
    } finally {
      await reader.close()
    }
  }

  /** A resting check keeps no process alive. */
  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
