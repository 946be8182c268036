import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Run } from '../conversation/run.js'
import { cancel } from '../machine/end-run.js'
import { execute, startWorkflow } from '../machine/execute.js'
import type { Conversation, Outcome, Step } from '../machine/step.js'
import { askBack, complete, fail, reportProgress } from '../machine/work.js'
import { toFrame, type WorkflowEvent } from './event.js'
import { catchUp, follow, openReader, type Reader, replay, type Snapshot, skipToFinal, skipToLatest } from './reader.js'

const asked = { userInput: 'What?', mayAskBack: true, preferences: {} }
const lease = { holder: 'a', until: 1e9 }
const done = (outcome: Outcome): Step => {
  if (outcome.kind === 'refusal') throw new Error(outcome.code)
  return outcome
}

/** Every state of a conversation, step by step. */
class History {
  readonly steps: Step[]
  constructor() {
    this.steps = [startWorkflow(asked, { workflowId: 'w', messageId: 'm1' }, lease, 0)]
  }
  next(move: (from: Conversation, now: number) => Outcome): this {
    this.steps.push(done(move(this.steps.at(-1)!, this.steps.length)))
    return this
  }
  progress = () => this.next((from, now) => reportProgress(from, 'a', 'Searching', now))
  complete = () => this.next((from, now) => complete(from, 'a', { memories: [], reasoningbank_hits: [] }, now))
  fail = () => this.next((from, now) => fail(from, 'a', { code: 'TIMEOUT', message: 'Too slow' }, now))
  cancel = () => this.next(cancel)
  ask = () => this.next((from, now) => askBack(from, 'a', 'Which?', now))
  execute = () => this.next((from, now) => execute(from, asked, `m${from.workflow.runCount + 1}`, lease, now))

  /** The stored state after `count` steps. */
  snapshot(count = this.steps.length): Snapshot {
    const steps = this.steps.slice(0, count)
    const runs = new Map<string, Run>(steps.map(({ run }) => [run.messageId, run]))
    const events = steps.flatMap((step) => step.events)
    return { workflow: steps.at(-1)!.workflow, runs: [...runs.values()], events, hasMore: false }
  }
}

const read = (history: History, cursor: number | 'latest' | null, finalOnly = false) => {
  const snapshot = history.snapshot()
  const { events, isOver, reader } = catchUp(openReader({ cursor, finalOnly }, snapshot), snapshot)
  return { ids: events.map(({ id }) => id), isOver, after: reader.after }
}

describe('[WSS2] where a socket begins', () => {
  // Run 1: events 1 to 4; run 2: 5 to 8.
  const two = () => new History().progress().complete().execute().progress()

  test('[WSS2] no cursor = the whole conversation from its start, and every event names its run', () => {
    expect(read(two().complete(), null)).toMatchObject({ ids: [1, 2, 3, 4, 5, 6, 7, 8], isOver: true })
    const snapshot = two().complete().snapshot()
    const { events } = catchUp(openReader({ cursor: null, finalOnly: false }, snapshot), snapshot)
    expect(events.map((event) => toFrame(event).message_id)).toEqual([...Array(4).fill('m1'), ...Array(4).fill('m2')])
  })

  test('[WSS2] latest = the events of the latest run from its start', () => {
    expect(read(two().complete(), 'latest')).toMatchObject({ ids: [5, 6, 7, 8], isOver: true })
  })

  test('[WSS2] [WSS4] only the end without a cursor is the end of the latest run', () => {
    expect(read(two().complete(), null, true)).toMatchObject({ ids: [7, 8], isOver: true })
    expect(read(two().complete(), 0, true)).toMatchObject({ ids: [3, 4, 7, 8], isOver: true })
  })

  test('[WSS2] [WSS4] get_final without a cursor leaves out what was not sent of earlier runs', () => {
    const snapshot = two().complete().snapshot()
    const ids = (cursor: number | null) => {
      const asked = skipToFinal(openReader({ cursor, finalOnly: false }, snapshot))
      const reader = asked.seeksLatest ? skipToLatest(asked, snapshot) : asked
      return catchUp(reader, snapshot).events.map(({ id }) => id)
    }
    expect(ids(null)).toEqual([7, 8])
    expect(ids(0)).toEqual([3, 4, 7, 8])
  })

  test('[WSS2] cursor N = everything after N, 0 = the whole conversation', () => {
    expect(read(two().complete(), 3)).toMatchObject({ ids: [4, 5, 6, 7, 8], isOver: true })
    expect(read(two().complete(), 0).ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test("[WSS2] the end of an earlier run closes nothing: only the latest run's does", () => {
    expect(read(two(), 0)).toMatchObject({ ids: [1, 2, 3, 4, 5, 6], isOver: false })
    expect(read(two(), 4)).toMatchObject({ ids: [5, 6], isOver: false })
  })

  test("[WSS2] a cursor at or past the latest run's end closes at once", () => {
    for (const cursor of [8, 9, 1e6]) expect(read(two().complete(), cursor)).toMatchObject({ ids: [], isOver: true })
    expect(read(two().complete(), 7)).toMatchObject({ ids: [8], isOver: true })
  })

  test('[WSS2] a cursor that was never given out waits for what comes next', () => {
    const history = two()
    const reader = openReader({ cursor: 1e6, finalOnly: false }, history.snapshot())
    const { events, isOver } = follow(reader, history.complete().steps.at(-1)!.events)!
    expect([events.map(({ id }) => id), isOver]).toEqual([[7, 8], true])
  })
})

describe('[WSS3] when a socket ends', () => {
  test.each([
    ['memories and complete', (history: History) => history.complete(), ['memories', 'complete']],
    ['error', (history: History) => history.fail(), ['error']],
    ['status cancelled', (history: History) => history.cancel(), ['status']],
  ])('[WSS3] after %s', (_, end, types) => {
    const history = new History().progress()
    const reader = openReader({ cursor: null, finalOnly: false }, history.snapshot())
    const before = catchUp(reader, history.snapshot())
    expect(before.isOver).toBe(false)
    const pushed = follow(before.reader, end(history).steps.at(-1)!.events)!
    expect(pushed.events.map(({ type }) => type)).toEqual(types)
    expect(pushed.isOver).toBe(true)
  })

  test('[WSS3] a socket on a waiting run stays open through the answer', () => {
    const history = new History().ask()
    expect(read(history, null)).toMatchObject({ ids: [1, 2], isOver: false })
    let reader: Reader = { after: 2, finalOnly: false, hasCursor: true, seeksLatest: false }
    history.execute().complete()
    const seen: number[] = []
    for (const { events } of history.steps.slice(2)) {
      const reading = follow(reader, events)!
      seen.push(...reading.events.map(({ id }) => id))
      reader = reading.reader
    }
    expect(seen).toEqual([3, 4, 5])
  })
})

describe('[WSS4] final_only', () => {
  test('[WSS4] shows only memories, complete, error and cancelled', () => {
    const history = new History().ask().execute().complete().execute().fail().execute().cancel()
    const snapshot = history.snapshot()
    const { events } = catchUp(openReader({ cursor: 0, finalOnly: true }, snapshot), snapshot)
    expect(events.map(({ type, data }) => data?.status ?? type)).toEqual(['memories', 'complete', 'error', 'cancelled'])
  })

  test('[WSS4] get_final at any time: from then on only the end, and nothing twice', () => {
    const history = new History().progress()
    const started = catchUp(openReader({ cursor: null, finalOnly: false }, history.snapshot()), history.snapshot())
    const skipping = skipToFinal(started.reader)
    history.progress().complete()
    const rest = catchUp(skipping, history.snapshot())
    expect([started.events.length, rest.events.map(({ type }) => type)]).toEqual([2, ['memories', 'complete']])
    expect(rest.isOver).toBe(true)
  })
})

describe('[WFL8] after the events are gone', () => {
  const gone = (snapshot: Snapshot, ...messageIds: string[]): Snapshot => ({
    ...snapshot,
    events: snapshot.events.filter(({ messageId }) => !messageIds.includes(messageId)),
  })

  test.each([
    ['completed', (history: History) => history.complete()],
    ['failed', (history: History) => history.fail()],
    ['cancelled', (history: History) => history.cancel()],
  ])('[WFL8] the end of a %s run is rebuilt as it was sent, with its ids', (_, end) => {
    const snapshot = end(new History().progress()).snapshot()
    const rebuilt = replay(snapshot.runs, [])
    expect(rebuilt.map(toFrame)).toEqual(snapshot.events.slice(2).map(toFrame))
  })

  test('[WSS2] a cursor between the two events of an end gets the second alone', () => {
    const snapshot = gone(new History().progress().complete().snapshot(), 'm1')
    const { events, isOver } = catchUp(openReader({ cursor: 3, finalOnly: false }, snapshot), snapshot)
    expect([events.map(({ id }) => id), isOver]).toEqual([[4], true])
  })

  test('[WFL8] a run whose events are stored is not rebuilt', () => {
    const snapshot = gone(new History().complete().execute().complete().snapshot(), 'm1')
    expect(replay(snapshot.runs, snapshot.events).map(({ id }) => id)).toEqual([2, 3, 4, 5, 6])
  })
})

describe('[WSS2] from replay to live', () => {
  const history = fc
    .array(fc.constantFrom('progress', 'complete', 'fail', 'cancel', 'ask'), { minLength: 1, maxLength: 30 })
    .map((wanted) => {
      const history = new History()
      for (const each of wanted) {
        if (history.steps.at(-1)!.run.status !== 'running') history.execute()
        history[each]()
      }
      return history
    })

  // Pushes come late, twice, out of order or never; the store is read at any moment. Only order within a push is kept.
  test('[WSS2] no gap and no duplicate, whatever is pushed and whenever the store is read', () => {
    fc.assert(
      fc.property(
        history,
        fc.option(fc.nat(40), { nil: null }),
        fc.nat(),
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 60 }),
        (history, cursor, opened, happenings) => {
          let written = 1 + (opened % history.steps.length)
          const start = openReader({ cursor, finalOnly: false }, history.snapshot(written))
          let reader = start
          const seen: WorkflowEvent[] = []
          const take = (reading: { reader: Reader; events: readonly WorkflowEvent[] }) => {
            reader = reading.reader
            seen.push(...reading.events)
          }
          for (const [isPush, at] of happenings) {
            if (isPush) {
              const step = at % history.steps.length
              written = Math.max(written, step + 1)
              take(follow(reader, history.steps[step]!.events) ?? catchUp(reader, history.snapshot(written)))
            } else take(catchUp(reader, history.snapshot(written)))
          }
          take(catchUp(reader, history.snapshot()))
          const wanted = history.snapshot().events.filter(({ id }) => id > start.after)
          expect(seen).toEqual(wanted)
          const last = history.steps.at(-1)!
          expect(catchUp(reader, history.snapshot()).isOver).toBe(last.run.endedAt !== null)
        },
      ),
      { numRuns: 500 },
    )
  })
})
