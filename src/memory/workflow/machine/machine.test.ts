import { describe, expect, test } from 'vitest'
import type { Run } from '../conversation/run.js'
import type { Answer } from '../conversation/turn.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import { toFrame } from '../stream/event.js'
import { cancel, expireRun } from './end-run.js'
import { execute, startWorkflow, type UserMessage, wasOvertaken } from './execute.js'
import { recordAnswer } from './record-answer.js'
import type { Conversation, Outcome, Step } from './step.js'
import { askBack, complete, fail, renewLease, reportProgress, storePlan } from './work.js'

const asking = (userInput: string, overrides: Partial<UserMessage> = {}): UserMessage => ({
  userInput,
  mayAskBack: true,
  preferences: {},
  ...overrides,
})
const lease = { holder: 'server-a', until: 1000 }
const output: FinalOutput = {
  memories: [
    {
      id: 'ep-1',
      content: 'The lamp sells best',
      type: 'episode',
      score: 0.8,
      tags: [],
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      session_id: 'default',
      subqueries_matched: [],
      relations: [],
    },
  ],
  reasoningbank_hits: [],
}
const answer = (response: string): Answer => ({ response, reasoning: null, toolCalls: null, at: 50 })

function done(outcome: Outcome): Step {
  if (outcome.kind === 'refusal') throw new Error(`refused: ${outcome.code}`)
  return outcome
}
const codeOf = (outcome: Outcome) => (outcome.kind === 'refusal' ? outcome.code : 'no refusal')

const running = (): Step => startWorkflow(asking('Lamp?'), { workflowId: 'w', messageId: 'm1' }, lease, 0)
const waiting = (): Step => done(askBack(running(), 'server-a', 'In what region?', 1))
const completed = (from: Conversation = running()): Step => done(complete(from, 'server-a', output, 2))
const failed = (): Step =>
  done(fail(running(), 'server-a', { code: 'RETRIEVAL_ERROR', message: 'Failed to retrieve memories' }, 2))
const cancelled = (): Step => done(cancel(running(), 2))

describe('[WFL2] execute', () => {
  test('[WFL2] without a workflow begins one, which is running', () => {
    const { workflow, run, events } = running()
    expect(workflow).toMatchObject({ id: 'w', currentRun: 'm1', latestRun: 'm1', runCount: 1, revision: 1 })
    expect(run).toMatchObject({ messageId: 'm1', workflowId: 'w', number: 1, status: 'running', lease })
    expect(events.map(({ id, type }) => [id, type])).toEqual([[1, 'progress']])
  })

  test('[WFL2] on a waiting run is its answer: same run, same message id', () => {
    const { run, workflow, events } = done(execute(waiting(), asking('East coast'), 'm2', lease, 3))
    expect(run).toMatchObject({ messageId: 'm1', status: 'running', pendingQuestion: null, userInput: 'Lamp?' })
    expect(run.clarifications).toEqual([{ question: 'In what region?', answer: 'East coast' }])
    expect(workflow.latestRun).toBe('m1')
    expect(events[0]).toMatchObject({ messageId: 'm1', id: 3 })
  })

  test('[WFL2] on a running run is refused as busy', () => {
    expect(execute(running(), asking('Again?'), 'm2', lease, 3)).toEqual({ kind: 'refusal', code: 'WORKFLOW_BUSY' })
  })

  test.each([
    ['completed', completed],
    ['failed', failed],
    ['cancelled', cancelled],
  ])('[WFL2] on a %s run begins a new one with a new message id', (_, from) => {
    const before = from()
    const { run, workflow, events } = done(execute(before, asking('Next?'), 'm2', lease, 9))
    expect(run).toMatchObject({ messageId: 'm2', number: 2, status: 'running', clarifications: [], output: null })
    expect(run.firstEventId).toBe(before.workflow.lastEventId + 1)
    expect(workflow).toMatchObject({ currentRun: 'm2', latestRun: 'm2', runCount: 2 })
    expect(events[0]?.id).toBe(run.firstEventId)
  })

  test('[WFL3] preferences merge into those of the workflow, and stay', () => {
    const first = startWorkflow(
      asking('a', { preferences: { tone: 'dry', model: 'x' } }),
      { workflowId: 'w', messageId: 'm1' },
      lease,
      0,
    )
    const next = done(execute(completed(first), asking('b', { preferences: { tone: 'warm' } }), 'm2', lease, 5))
    expect(next.workflow.preferences).toEqual({ tone: 'warm', model: 'x' })
  })

  test('[WFL2] a call overtaken by another call is busy; one overtaken by an answer may retry', () => {
    const read = completed()
    const other = done(execute(read, asking('Mine'), 'm2', lease, 3))
    expect(wasOvertaken(read, other)).toBe(true)
    expect(wasOvertaken(read, completed(other))).toBe(true)
    expect(wasOvertaken(read, done(recordAnswer({ ...read, turn: read.turn! }, answer('Yes'))))).toBe(false)
    const asked = waiting()
    const replied = done(execute(asked, asking('East'), 'm2', lease, 3))
    expect(wasOvertaken(asked, replied)).toBe(true)
    expect(wasOvertaken(asked, done(askBack(replied, 'server-a', 'And when?', 4)))).toBe(true)
  })
})

describe('[WFL1] every step is a compare-and-set', () => {
  test('[WFL1] a step raises the revision by one, whatever it writes', () => {
    const from = running()
    const steps = [
      storePlan(from, 'server-a', [], 1),
      reportProgress(from, 'server-a', 'Half way', 1),
      renewLease(from, { holder: 'server-a', until: 2000 }, 1),
      askBack(from, 'server-a', 'Which?', 1),
      complete(from, 'server-a', output, 1),
      cancel(from, 1),
      recordAnswer({ ...from, turn: undefined }, answer('Yes')),
    ]
    expect(steps.map((each) => done(each).workflow.revision)).toEqual(steps.map(() => 2))
  })

  test('[WFL1] the state is plain JSON', () => {
    const state = completed()
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })
})

describe('[WFL4] completion', () => {
  test('[WFL4] writes output, run, turn and both events, and frees the workflow, in one step', () => {
    const { run, workflow, turn, events } = completed()
    expect(run).toMatchObject({ status: 'completed', output, lease: null, endedAt: 2, endEventIds: [2, 3] })
    expect(workflow).toMatchObject({ currentRun: null, latestRun: 'm1', lastEventId: 3 })
    expect(turn).toMatchObject({ messageId: 'm1', userInput: 'Lamp?', memoryIds: ['ep-1'], answer: null })
    expect(events.map(({ id, type }) => [id, type])).toEqual([
      [2, 'memories'],
      [3, 'complete'],
    ])
  })

  test('[WPL5] [OPS4] names the sub-queries that found it, of those that are still in the plan', () => {
    const query = (text: string) => ({ text, lexicalWeight: 0.5, denseWeight: 0.5, timeHints: [] })
    const planned = done(storePlan(running(), 'server-a', [query('lamp'), query('lamp of the forgotten')], 1))
    const found = {
      ...output,
      memories: output.memories.map((each) => ({ ...each, subqueries_matched: ['lamp', 'lamp of the forgotten'] })),
    }
    const left = { ...planned, run: { ...planned.run, subqueries: [query('lamp')] } }
    const matched = (from: Conversation) => {
      const { run, events } = done(complete(from, 'server-a', found, 2))
      expect(events[0]?.data).toEqual(run.output)
      return run.output?.memories.map(({ subqueries_matched }) => subqueries_matched)
    }
    expect(matched(planned)).toEqual([['lamp', 'lamp of the forgotten']])
    expect(matched(left)).toEqual([['lamp']])
  })

  test('[WFL4] an early answer is joined into the turn', () => {
    const early = done(recordAnswer({ ...running(), turn: undefined }, answer('The lamp.')))
    expect(early.turn).toBeNull()
    const { turn, run } = completed(early)
    expect(turn).toMatchObject({ answer: { response: 'The lamp.' }, memoryIds: ['ep-1'] })
    expect(run.earlyAnswer).toBeNull()
  })

  test('[WSS1] frames have id, message_id, type, message and timestamp, and data where there is some', () => {
    expect(completed().events.map(toFrame)).toEqual([
      {
        id: 2,
        message_id: 'm1',
        type: 'memories',
        message: 'Memories retrieved',
        data: output,
        timestamp: '1970-01-01T00:00:00.002Z',
      },
      {
        id: 3,
        message_id: 'm1',
        type: 'complete',
        message: 'Workflow finished',
        timestamp: '1970-01-01T00:00:00.002Z',
      },
    ])
    expect(toFrame(waiting().events[0]!)).toMatchObject({
      type: 'status',
      message: 'In what region?',
      data: { status: 'waiting_for_input', clarification_question: 'In what region?' },
    })
    expect(toFrame(failed().events[0]!)).toMatchObject({ type: 'error', data: { code: 'RETRIEVAL_ERROR' } })
    expect(toFrame(cancelled().events[0]!)).toMatchObject({ type: 'status', data: { status: 'cancelled' } })
  })
})

describe('[WFL5] the answer', () => {
  const turnOf = ({ turn }: Step) => turn ?? undefined

  test('[WFL5] of an unknown workflow, an unknown message or a message of another workflow is not found', () => {
    const { workflow, run } = completed()
    const record = (found: { workflow?: Conversation['workflow']; run?: Run }) =>
      codeOf(recordAnswer({ workflow: found.workflow, run: found.run, turn: undefined }, answer('x')))
    expect(record({ run })).toBe('WORKFLOW_NOT_FOUND')
    expect(record({ workflow })).toBe('MESSAGE_NOT_FOUND')
    expect(record({ workflow: { ...workflow, id: 'other' }, run })).toBe('MESSAGE_NOT_FOUND')
  })

  test('[WFL5] is written into the turn, and again overwrites', () => {
    const before = completed()
    const once = done(recordAnswer({ ...before, turn: turnOf(before) }, answer('One')))
    const twice = done(recordAnswer({ ...once, turn: turnOf(once) }, answer('Two')))
    expect(once.turn).toEqual({ ...before.turn, answer: answer('One') })
    expect(twice.turn).toEqual({ ...before.turn, answer: answer('Two') })
    expect(twice.events).toEqual([])
  })

  test('[WFL5] is kept while the run goes or waits, and a second one overwrites it', () => {
    for (const from of [running(), waiting()]) {
      const once = done(recordAnswer({ ...from, turn: undefined }, answer('One')))
      const twice = done(recordAnswer({ ...once, turn: undefined }, answer('Two')))
      expect(twice.run).toMatchObject({ status: from.run.status, earlyAnswer: { response: 'Two' } })
    }
  })

  test.each([
    ['failed', failed],
    ['cancelled', cancelled],
  ])('[WFL5] for a %s run makes a turn without memories', (_, from) => {
    const { turn } = done(recordAnswer({ ...from(), turn: undefined }, answer('Anyway')))
    expect(turn).toMatchObject({ messageId: 'm1', memoryIds: [], lessonIds: [], answer: { response: 'Anyway' } })
  })

  test('[WFL5] an early answer is not lost when the run is cancelled', () => {
    const early = done(recordAnswer({ ...running(), turn: undefined }, answer('Anyway')))
    expect(done(cancel(early, 9)).turn).toMatchObject({ memoryIds: [], answer: { response: 'Anyway' } })
    expect(cancelled().turn).toBeNull()
  })
})

describe('[WFL6] leases', () => {
  test('[WFL6] a run with an expired lease fails with SERVER_RESTART and an event, and frees the workflow', () => {
    const { run, workflow, events } = done(expireRun(running(), 1000))
    expect(run).toMatchObject({ status: 'failed', failure: { code: 'SERVER_RESTART' }, endedAt: 1000 })
    expect(workflow.currentRun).toBeNull()
    expect(events.map(toFrame)).toMatchObject([{ type: 'error', data: { code: 'SERVER_RESTART' } }])
  })

  test('[WFL6] a run cannot be ended before its lease expires, and renewing extends the lease', () => {
    expect(codeOf(expireRun(running(), 999))).toBe('RUN_LOST')
    const renewed = done(renewLease(running(), { holder: 'server-a', until: 2000 }, 900))
    expect(codeOf(expireRun(renewed, 1999))).toBe('RUN_LOST')
    expect(renewed.events).toEqual([])
  })

  test('[WFL6] a waiting run survives every restart', () => {
    expect(codeOf(expireRun(waiting(), 1e12))).toBe('RUN_LOST')
  })

  test('[WFL6] a process without the lease cannot write', () => {
    const theirs = done(execute(waiting(), asking('East'), 'm2', { holder: 'server-b', until: 5000 }, 3))
    const outcomes = [
      complete(theirs, 'server-a', output, 4),
      fail(theirs, 'server-a', { code: 'TIMEOUT', message: '' }, 4),
      askBack(theirs, 'server-a', 'Which?', 4),
      storePlan(theirs, 'server-a', [], 4),
      reportProgress(theirs, 'server-a', 'On it', 4),
      renewLease(theirs, { holder: 'server-a', until: 9000 }, 4),
    ]
    expect(outcomes.map(codeOf)).toEqual(outcomes.map(() => 'RUN_LOST'))
  })
})

describe('[WSS5] cancelling', () => {
  test('[WSS5] ends a running and a waiting run; a late result is thrown away', () => {
    for (const from of [running(), waiting()]) {
      const after = done(cancel(from, 5))
      expect(after.run).toMatchObject({ status: 'cancelled', pendingQuestion: null, output: null })
      expect(codeOf(complete(after, 'server-a', output, 6))).toBe('RUN_LOST')
    }
  })

  test('[WSS5] a run that is over stays what it is', () => {
    for (const from of [completed(), failed(), cancelled()]) expect(codeOf(cancel(from, 5))).toBe('RUN_LOST')
  })
})
