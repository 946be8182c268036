import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOver, type Run, type RunStatus, runStatuses } from '../conversation/run.js'
import type { Turn } from '../conversation/turn.js'
import type { Workflow } from '../conversation/workflow.js'
import { isFinalEvent, type WorkflowEvent } from '../stream/event.js'
import { cancel, expireRun, isLeaseExpired } from './end-run.js'
import { execute, startWorkflow } from './execute.js'
import { recordAnswer } from './record-answer.js'
import type { Conversation, Outcome, Step } from './step.js'
import { askBack, complete, fail, renewLease, reportProgress, storePlan } from './work.js'

/** The contents of the four tables. */
interface Tables {
  workflow: Workflow
  readonly runs: Map<string, Run>
  readonly turns: Map<string, Turn>
  readonly events: WorkflowEvent[]
}

type Command = (tables: Tables, now: number) => Outcome

const asked = { userInput: 'What?', mayAskBack: true, preferences: {} }
const output = { memories: [], reasoningbank_hits: [] }
const answer = { response: 'So', reasoning: null, toolCalls: null, at: 0 }
const leaseMs = 30
const latest = ({ workflow, runs }: Tables): Conversation => ({ workflow, run: runs.get(workflow.latestRun)! })

const holder = fc.constantFrom('a', 'b')
const command: fc.Arbitrary<Command> = fc.oneof(
  holder.map(
    (holder): Command =>
      (tables, now) =>
        execute(latest(tables), asked, `m${tables.workflow.runCount + 1}`, { holder, until: now + leaseMs }, now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        askBack(latest(tables), holder, 'Which?', now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        storePlan(latest(tables), holder, [], now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        reportProgress(latest(tables), holder, 'Searching', now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        renewLease(latest(tables), { holder, until: now + leaseMs }, now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        complete(latest(tables), holder, output, now),
  ),
  holder.map(
    (holder): Command =>
      (tables, now) =>
        fail(latest(tables), holder, { code: 'TIMEOUT', message: 'Too slow' }, now),
  ),
  fc.constant<Command>((tables, now) => cancel(latest(tables), now)),
  fc.constant<Command>((tables, now) => expireRun(latest(tables), now)),
  fc.nat(5).map(
    (back): Command =>
      ({ workflow, runs, turns }, at) => {
        const run = [...runs.values()].at(-1 - back)
        return recordAnswer({ workflow, run, turn: turns.get(run?.messageId ?? '') }, { ...answer, at })
      },
  ),
)
const sequence = fc.array(fc.tuple(command, fc.nat(20)), { maxLength: 60 })

function write(tables: Tables, { workflow, run, turn, events }: Step): void {
  expect(workflow.revision).toBe(tables.workflow.revision + 1)
  tables.workflow = workflow
  tables.runs.set(run.messageId, run)
  if (turn !== null) tables.turns.set(turn.messageId, turn)
  tables.events.push(...events)
}

/** Executes the commands; `look` gets the run before and after each step. */
function play(
  commands: readonly (readonly [Command, number])[],
  look: (before: Run, after: Run, tables: Tables, now: number) => void = () => {},
): Tables {
  const first = startWorkflow(asked, { workflowId: 'w', messageId: 'm1' }, { holder: 'a', until: leaseMs }, 0)
  const tables: Tables = {
    workflow: first.workflow,
    runs: new Map([['m1', first.run]]),
    turns: new Map(),
    events: [...first.events],
  }
  let now = 0
  for (const [run, wait] of commands) {
    now += wait
    const outcome = run(tables, now)
    if (outcome.kind === 'refusal') continue
    const before = tables.runs.get(outcome.run.messageId)
    write(tables, outcome)
    if (before !== undefined) look(before, outcome.run, tables, now)
  }
  return tables
}

/** The allowed transitions (WFL1, WFL2, WFL6, WSS5). A state may also stay the same. */
const machine: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  running: ['running', 'waiting_for_input', 'completed', 'failed', 'cancelled'],
  waiting_for_input: ['waiting_for_input', 'running', 'cancelled'],
  completed: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
}

const ends = [['memories', 'complete'], ['error'], ['status']]

describe('[WFL1] any sequence of commands', () => {
  test('[WFL1] stays inside the machine', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(sequence, (commands) => {
        const tables = play(commands, (before, after) => {
          expect(machine[before.status]).toContain(after.status)
          seen.add(`${before.status} ${after.status}`)
        })
        for (const run of tables.runs.values()) expect(runStatuses).toContain(run.status)
      }),
      { seed: 6, numRuns: 500 },
    )
    // The sequences reached every state: a state that is never reached is not tested.
    expect(seen.size).toBe(Object.values(machine).flat().length)
  })

  test('[WFL6] leaves a lease exactly where work is going on, and a question exactly where one is open', () => {
    fc.assert(
      fc.property(sequence, (commands) => {
        play(commands, (_, run, { workflow }) => {
          expect(run.lease !== null).toBe(run.status === 'running')
          expect(run.pendingQuestion !== null).toBe(run.status === 'waiting_for_input')
          expect(run.endedAt !== null).toBe(isOver(run))
          if (run.messageId === workflow.latestRun) expect(workflow.currentRun === null).toBe(isOver(run))
        })
      }),
    )
  })

  test('[WFL6] leaves no workflow busy for ever: after the lease it can be executed', () => {
    fc.assert(
      fc.property(sequence, (commands) => {
        const tables = play(commands)
        const { run } = latest(tables)
        const late = 1e9
        if (run.status === 'running') {
          expect(isLeaseExpired(run, late)).toBe(true)
          write(tables, expireRun(latest(tables), late) as Step)
        }
        expect(execute(latest(tables), asked, 'next', { holder: 'b', until: late + 1 }, late).kind).toBe('step')
      }),
    )
  })

  test('[WSS3] gives every run that is over exactly one end, as its last words, and no other run any', () => {
    fc.assert(
      fc.property(sequence, (commands) => {
        const { runs, events } = play(commands)
        for (const run of runs.values()) {
          const own = events.filter(({ messageId }) => messageId === run.messageId)
          const final = own.filter(isFinalEvent)
          expect(final.map(({ id }) => id)).toEqual(run.endEventIds)
          if (!isOver(run)) expect(final).toEqual([])
          else {
            expect(ends).toContainEqual(final.map(({ type }) => type))
            expect(own.slice(-final.length)).toEqual(final)
          }
        }
      }),
    )
  })

  test('[WSS2] numbers the events of a workflow from 1 without a hole, run after run', () => {
    fc.assert(
      fc.property(sequence, (commands) => {
        const { events, workflow, runs } = play(commands)
        expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
        expect(workflow.lastEventId).toBe(events.length)
        for (const run of runs.values()) {
          expect(events.find(({ messageId }) => messageId === run.messageId)?.id).toBe(run.firstEventId)
        }
      }),
    )
  })

  test('[WFL4] writes a turn for every completed run, and for others only with an answer', () => {
    fc.assert(
      fc.property(sequence, (commands) => {
        const { runs, turns } = play(commands)
        for (const run of runs.values()) {
          const turn = turns.get(run.messageId)
          if (run.status === 'completed') expect(turn).toBeDefined()
          else if (turn !== undefined) expect([isOver(run), turn.answer]).toEqual([true, expect.anything()])
        }
      }),
    )
  })
})
